import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { examplePlans } from '../../src/sandbox/hosts/example-plans.ts';
import { createSqlite, openForTest } from '../database/databases.ts';
import { type Bot, prepareBot } from './bot.ts';
import { buttonsOf, descriptionOf, fileOf, footerOf, read } from './reading.ts';

async function startWithLinked(ids: readonly string[]): Promise<Bot> {
  const database = createSqlite();
  const bot = await prepareBot({ environment: { DATABASE_URL: `sqlite:${database.path}` } });
  for (const { plan } of examplePlans(Date.now())) bot.identity.setPlan(plan.entity.id, plan);
  const store = await openForTest(database);
  const link = { guild_id: bot.guild.id, is_default: 0, linked_by: null, linked_at: 0 } as const;
  const links = ids.map((entity_id) => ({ ...link, entity_id, label: entity_id }));
  await store.write((db) => db.insertInto('linked_entities').values(links).execute());
  await bot.app.start();
  return bot;
}

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `ent_${index}`);

/** The report, which replaces whatever progress was shown before it. */
async function reportOf(exchange: Exchange): Promise<{ title: string; colour: string; message: Message }> {
  let message = await exchange.reply();
  while (message.embeds[0]?.footer === undefined) message = await exchange.nextEdit();
  return read(message);
}

const linesOf = (message: Message): string[] => descriptionOf(message).split('\n');
const plansOn = (message: Message): string[] => linesOf(message).filter((line) => /^\S+ \*\*/.test(line));
const download = (person: Person, message: Message): Promise<Message> => person.click(message, 'Download CSV').reply();

describe('/plans', () => {
  it('shows how far it is while the service is slow', async () => {
    const { identity, moderator } = await startWithLinked(many(1_000));
    identity.server.inject({ kind: 'latency', ms: 400 }, { times: 1 });

    const exchange = moderator.command('plans');

    expect((await exchange.acknowledged()).kind).toBe('deferred');
    expect(linesOf(await exchange.reply())).toEqual(['Looked up 100 of 1,000']);
    const { message } = await reportOf(exchange);
    expect(footerOf(message)).toBe('1,000 in all · needing attention: 0 · page 1 of 100');
    expect((await fileOf(await download(moderator, message))).trim().split('\r\n')).toHaveLength(1_001);
  });

  it('puts what needs attention first, alone on request, and turns pages without a call to the service', async () => {
    const { identity, moderator } = await startWithLinked([...many(21), 'ent_changing', 'ent_grace', 'ent_deleting']);
    const { message, colour } = await reportOf(moderator.command('plans'));
    const calls = identity.server.requests.length;

    expect(colour).toBe('ED4245');
    expect(plansOn(message)).toHaveLength(10);
    expect(linesOf(message)[0]).toMatch(/^✗ \*\*Ashen Keep\*\* · Deletion <t:\d+:R>$/);
    expect(buttonsOf(message)).toEqual(['Needs attention', 'Next page', 'Download CSV']);
    const second = await reportOf(moderator.click(message, 'Next page'));
    expect(footerOf(second.message)).toBe('24 in all · needing attention: 3 · page 2 of 3');
    const last = await reportOf(moderator.click(second.message, 'Next page'));
    expect(plansOn(last.message)).toHaveLength(4);
    expect(buttonsOf(last.message)).toEqual(['Needs attention', 'Previous page', 'Download CSV']);
    const urgent = await reportOf(moderator.click(last.message, 'Needs attention'));
    expect(plansOn(urgent.message)).toHaveLength(3);
    expect(buttonsOf(urgent.message)).toEqual(['Show all', 'Download CSV']);
    expect(plansOn((await reportOf(moderator.click(urgent.message, 'Show all'))).message)).toHaveLength(10);
    expect(identity.server.requests).toHaveLength(calls);
  });
});

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { ApplicationCommandOptionType } from 'discord-api-types/v10';

import type { CommandOption } from '../discord/commands.ts';
import { walkComponents } from '../discord/components.ts';
import type { Exchange, Modal } from '../discord/exchange.ts';
import type { Message } from '../discord/message.ts';
import type { Person } from '../discord/person/person.ts';
import type { Fault } from '../loopback-server.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseCommandLine } from './command-line.ts';
import { actionsOf, ANSI, messageText, PLAIN, type TextStyle } from './message-text.ts';

const SLOW_MS = 1_500;

/** What `/fault` can switch on. */
const FAULTS = {
  slow: { kind: 'latency', ms: SLOW_MS },
  hang: { kind: 'hang' },
  lost: { kind: 'lost-answer' },
  reset: { kind: 'reset' },
  garbage: { kind: 'garbage' },
  down: { kind: 'status', status: 503 },
  busy: { kind: 'status', status: 429, headers: { 'retry-after': '30' } },
  forbidden: { kind: 'status', status: 403 },
} as const satisfies Record<string, Fault>;

type ConsoleOptions = {
  sandbox: Sandbox;
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
};

const HELP = `  /vote NAME              cast a vote for a player
  /as NAME                act as someone else: NAMES
  /fault HOST KIND [N]    break the "main" or "identity" host for the next N requests (all, without N):
                          KINDS
  /heal                   mend both hosts
  /help  /quit            this text; the end
  a number                click what carries it in the last reply`;

/**
 * A prompt that acts in the sandbox's guild: a line is a slash command, a command of the console's own, or the number of a button of
 * the last reply. Works for a person at a terminal as for a pipe; resolves at the end of the input, once the last reply is shown.
 */
export async function runConsole({ sandbox, input, output }: ConsoleOptions): Promise<void> {
  const terminal = input.isTTY === true && output.isTTY === true;
  const style: TextStyle = output.isTTY === true ? ANSI : PLAIN;
  const lines = createInterface({ input, output, terminal });
  const print = (text: string): void => void output.write(`${text}\n`);
  let person = firstOf(sandbox.people);
  let shown: Message | undefined;
  let form: { modal: Modal; values: Record<string, string> } | undefined;

  function prompt(): void {
    lines.setPrompt(form ? `${openField(form)?.label ?? ''}> ` : `${person.name}> `);
    if (terminal) lines.prompt();
  }

  /** Shows what an interaction leads to, and keeps showing how its reply changes. */
  async function follow(exchange: Exchange): Promise<void> {
    const { kind } = await exchange.acknowledged();
    if (kind === 'modal') {
      form = { modal: await exchange.modal(), values: {} };
      print(style.bold(form.modal.title));
      if (!terminal) print(`  ${openField(form)?.label ?? ''}?`);
      return;
    }
    const isNotice = kind === 'deferred-update' && exchange.followUps.length > 0;
    show(isNotice ? await exchange.nextFollowUp() : await Promise.race([exchange.reply(), exchange.nextFollowUp()]));
    void exchange.nextEdit().then(
      (edited) => {
        show(edited, '(edited)');
        prompt();
      },
      () => undefined,
    );
  }

  /** Prints a message unless this very state of it is printed already. */
  function show(message: Message, heading?: string): void {
    if (message === shown) return;
    shown = message;
    if (heading) print(style.dim(heading));
    print(messageText(message, style, Date.now()));
    print('');
  }

  async function act(line: string): Promise<void> {
    if (form) return fillIn(form, line);
    const [word = '', ...words] = line.split(/\s+/);
    switch (word) {
      case '/help':
        print(helpText(sandbox));
        return;
      case '/vote':
        castVote(words.join(' '));
        return;
      case '/as':
        become(words.join(' '));
        return;
      case '/fault':
        breakHost(words);
        return;
      case '/heal':
        sandbox.main.server.heal();
        sandbox.identity.server.heal();
        print('Both hosts work again.');
        return;
    }
    if (/^\d+$/.test(line)) return click(Number(line));
    if (!line.startsWith('/')) throw new Error('Commands start with a slash. Try /help.');
    const { name, options, path } = parseCommandLine(line, sandbox.discord.commands.all);
    await follow(person.command(name, options, path));
  }

  async function fillIn(open: NonNullable<typeof form>, line: string): Promise<void> {
    const field = openField(open);
    if (field) open.values[field.customId] = line;
    if (openField(open)) return;
    form = undefined;
    await follow(await person.submit(open.modal, open.values));
  }

  async function click(number: number): Promise<void> {
    const action = shown && actionsOf(shown)[number - 1];
    if (!shown || !action) throw new Error(`There is nothing with the number ${number} in the last reply.`);
    if (action.kind === 'button') await follow(person.click(shown, action.customId));
    else await follow(person.select(shown, action.customId, [action.value]));
  }

  function castVote(player: string): void {
    if (player === '') throw new Error('Whose vote? For example: /vote Steve');
    sandbox.main.castVote(player);
    print(`${player} has voted.`);
  }

  function become(name: string): void {
    const found = sandbox.people.get(name.toLowerCase());
    if (!found) throw new Error(`There is only ${namesOf(sandbox)}.`);
    person = found;
    shown = undefined;
    print(`You are ${person.name}.`);
  }

  function breakHost([host = '', kind = '', times]: readonly string[]): void {
    const fault = Object.entries(FAULTS).find(([name]) => name === kind)?.[1];
    if ((host !== 'main' && host !== 'identity') || !fault || !/^[1-9]\d*$/.test(times ?? '1'))
      throw new Error(`Write /fault main|identity ${kindsOfFaults('|')} [N]`);
    sandbox[host].server.inject(fault, times === undefined ? {} : { times: Number(times) });
    print(`The ${host} host: ${kind}${times === undefined ? '' : ` (${times})`}. /heal ends it.`);
  }

  print(bannerText(sandbox, style));
  prompt();
  for await (const raw of lines) {
    const line = raw.trim();
    if (line === '/quit') break;
    if (!terminal && line !== '') print(`${form ? '' : `${person.name}> `}${line}`);
    if (line !== '') {
      await act(line).catch((error: unknown) => {
        print(error instanceof Error ? error.message : String(error));
      });
    }
    prompt();
  }
  lines.close();
}

function openField({
  modal,
  values,
}: {
  modal: Modal;
  values: Record<string, string>;
}): { customId: string; label: string } | undefined {
  for (const { component } of walkComponents(modal.components)) {
    const customId = component.custom_id ?? component.component?.custom_id;
    if (customId !== undefined && !(customId in values)) return { customId, label: component.label ?? customId };
  }
  return undefined;
}

function bannerText({ discord, examples, ...sandbox }: Sandbox, style: TextStyle): string {
  const commands = discord.commands.all.flatMap(({ name, options = [] }) => usesOf(`/${name}`, options));
  return [
    style.bold('This is the sandbox: a Discord and both services on this machine. Nothing here is real.'),
    `To go live, fill in .env as the README says. The bot's commands: ${commands.join('  ')}`,
    '',
    'Things to try:',
    '  /claimvote playername:Steve    a vote is waiting',
    '  /claimvote playername:Notch    claimed already',
    '  /claimvote                     asks for the name',
    '  /entity link id:ent_studio     then /plan shows it',
    ...examples.map(({ about, plan }) => `  /plan entity:${plan.entity.id.padEnd(17)} ${about}`),
    '',
    helpText({ people: sandbox.people }),
    '',
  ].join('\n');
}

/** How a command, or each of its subcommands, is written. */
function usesOf(name: string, options: readonly CommandOption[]): string[] {
  const subcommands = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
  if (subcommands.length > 0)
    return subcommands.flatMap((branch) => usesOf(`${name} ${branch.name}`, branch.options ?? []));
  return [`${name}${options.map((option) => ` ${option.name}:…`).join('')}`];
}

function helpText(sandbox: Pick<Sandbox, 'people'>): string {
  return HELP.replace('NAMES', namesOf(sandbox)).replace('KINDS', kindsOfFaults(', '));
}

function kindsOfFaults(separator: string): string {
  return Object.keys(FAULTS).join(separator);
}

function namesOf({ people }: Pick<Sandbox, 'people'>): string {
  return [...people.values()].map(({ name }) => name).join(', ');
}

function firstOf(people: ReadonlyMap<string, Person>): Person {
  const [first] = people.values();
  if (!first) throw new Error('the sandbox has nobody in it');
  return first;
}

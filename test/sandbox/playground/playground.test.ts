import { GatewayOpcodes } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';

import type {
  Action,
  Command,
  Interaction,
  LogEntry,
  Message,
  PlaygroundEvent,
  PlaygroundState,
} from '../../../src/sandbox/playground/protocol.ts';
import { openViewer, serveBot, servePlayground, type Viewer } from './scene.ts';

function idOf({ people }: PlaygroundState, name: string): string {
  return people.find((person) => person.name === name)?.id ?? '';
}

/** Where and as whom a person acts. */
function as({ state }: Viewer, name: string): { personId: string; channelId: string } {
  return { personId: idOf(state, name), channelId: state.channels[0]?.id ?? '' };
}

const claim = (viewer: Viewer, name: string, playername: string): Action => ({
  type: 'command',
  path: ['claimvote'],
  options: { playername },
  ...as(viewer, name),
});

/** The interaction an action opened. */
async function sent(viewer: Viewer, action: Action): Promise<string> {
  const answer = await viewer.act(action);
  if (answer.kind !== 'sent') throw new Error(JSON.stringify(answer));
  return answer.interactionId;
}

/** The first message with content that answers an interaction. */
const replyTo = (viewer: Viewer, interactionId: string): Promise<Message> =>
  viewer.seen((event) =>
    event.type === 'message' && event.message.interactionId === interactionId && !event.message.loading
      ? event.message
      : undefined,
  );

const titleOf = ({ embeds }: Message): string => embeds[0]?.title?.markdown ?? '';

const logged = (viewer: Viewer, isIt: (entry: LogEntry) => boolean): Promise<LogEntry> =>
  viewer.seen((event) => (event.type === 'log' && isIt(event.entry) ? event.entry : undefined));

const progressOf =
  (id: string) =>
  (event: PlaygroundEvent): Interaction['progress'] | undefined =>
    event.type === 'interaction' && event.interaction.id === id && event.interaction.progress.kind !== 'waiting'
      ? event.interaction.progress
      : undefined;

test('the state tells the commands as they are registered, and who may use each', async () => {
  const { url } = await serveBot();
  const { state } = await openViewer(url);
  const commandAt = (...path: string[]): Command | undefined =>
    state.commands.find((command) => command.path.join(' ') === path.join(' '));
  expect(commandAt('claimvote')?.usableBy).toEqual(state.people.map(({ id }) => id));
  expect(commandAt('plan')?.usableBy).not.toContain(idOf(state, 'Alex'));
  expect(commandAt('plan')?.options).toMatchObject([{ name: 'entity', type: 'string', autocomplete: true }]);
  expect(commandAt('entity', 'link')?.options).toMatchObject([{ name: 'id', required: true }, {}, {}]);
  const outcome = commandAt('claims')?.options.find(({ name }) => name === 'outcome');
  expect(outcome).toMatchObject({ required: false, minValue: null });
  expect(outcome?.choices[0]).toMatchObject({ title: { text: 'Waiting for a moderator' }, value: 'parked' });
  const hours = commandAt('settings', 'voter-role')?.options.find(({ name }) => name === 'hours');
  expect(hours).toMatchObject({ type: 'integer', choices: [], minValue: 1, maxValue: 720 });
});

describe('a command', () => {
  test('is thinking, then answers only the person who used it', async () => {
    const { url } = await serveBot();
    const viewer = await openViewer(url);
    const interactionId = await sent(viewer, claim(viewer, 'Alex', 'Steve'));
    const thinking = await viewer.seen((event) => (event.type === 'message' ? event : undefined));
    expect(thinking).toMatchObject({ change: 'created', message: { loading: true, interactionId } });

    const reply = await replyTo(viewer, interactionId);
    const personId = idOf(viewer.state, 'Alex');
    expect(titleOf(reply)).toBe('Reward claimed');
    expect(reply).toMatchObject({
      id: thinking.message.id,
      visibleTo: personId,
      usedBy: { personId, command: '/claimvote' },
    });
  });

  test('that nobody answers ends as failed', async () => {
    const { url, sandbox } = await servePlayground();
    sandbox.discord.commands.overwrite([{ name: 'ping', description: 'Ping' }]);
    const viewer = await openViewer(url);
    const id = await sent(viewer, { type: 'command', path: ['ping'], options: {}, ...as(viewer, 'Alex') });
    expect(await viewer.seen(progressOf(id))).toEqual({ kind: 'failed' });
  });
});

describe('the hosts', () => {
  test.each([
    ['standard', { plan: 'standard' }],
    ['grace', { status: 'past_due' }],
    ['cancelled', { cancel_at_period_end: true }],
    ['deletion-scheduled', { delete_at: expect.anything() as unknown }],
    ['pending-change', { pending_change: expect.anything() as unknown }],
    ['active', { plan: 'premium', status: 'active', cancel_at_period_end: false, grace_until: null, delete_at: null }],
  ] as const)('set the plan of any entity to %s', async (state, fields) => {
    const { url, sandbox } = await servePlayground();
    const viewer = await openViewer(url);
    await viewer.act({ type: 'plan', entityId: 'ent_troubled', state });
    expect(sandbox.identity.planOf('ent_troubled')).toMatchObject({
      ...fields,
      entity: { id: 'ent_troubled', name: 'Everything Isle' },
    });
  });

  test('lose an answer once, and say so', async () => {
    const { url } = await serveBot();
    const viewer = await openViewer(url);
    await viewer.act({ type: 'fault', host: 'main', fault: 'lost', times: 1 });
    const reply = await replyTo(viewer, await sent(viewer, claim(viewer, 'Alex', 'Steve')));
    expect(titleOf(reply)).toBe('Vote claimed, first answer lost');
    const struck = await logged(viewer, ({ outcome }) => outcome?.fault === 'lost');
    expect(struck).toMatchObject({ boundary: 'main', outcome: { status: null } });
    const mended = await viewer.seen((event) =>
      event.type === 'hosts' && event.hosts.every(({ faults }) => faults.length === 0) ? event : undefined,
    );
    expect(mended.type).toBe('hosts');
  });
});

describe('the log', () => {
  test('tells a claim from the event to the reply', async () => {
    const { url } = await serveBot();
    const viewer = await openViewer(url);
    const interactionId = await sent(viewer, claim(viewer, 'Alex', 'Steve'));
    await replyTo(viewer, interactionId);
    const event = await logged(viewer, ({ summary }) => summary === 'INTERACTION_CREATE /claimvote');
    const ack = await logged(viewer, ({ summary }) => summary === 'POST /interactions/…/callback');
    const call = await logged(viewer, ({ boundary }) => boundary === 'main');
    const edit = await logged(viewer, ({ summary }) => summary === 'PATCH /webhooks/…/messages/@original');
    expect(event).toMatchObject({ boundary: 'gateway', from: 'discord', to: 'bot', outcome: null });
    expect(ack).toMatchObject({ boundary: 'rest', from: 'bot', to: 'discord', outcome: { status: 204, fault: null } });
    expect(call).toMatchObject({
      from: 'bot',
      to: 'main',
      summary: 'POST /api/v1/votes/claim',
      outcome: { status: 200 },
    });
    expect([call.request, call.response].map((body) => JSON.parse(body ?? '') as unknown)).toEqual([
      { playername: 'Steve' },
      { claimed: 1 },
    ]);
    expect(edit.request).toContain('Reward claimed');
    expect([event, ack, call, edit].map((entry) => entry.interactionId)).toEqual(Array(4).fill(interactionId));
  });

  test('has in the background what the bot does as it starts, and not what a command causes', async () => {
    const { url } = await serveBot();
    const viewer = await openViewer(url);
    const interactionId = await sent(viewer, claim(viewer, 'Alex', 'Steve'));
    await replyTo(viewer, interactionId);
    await logged(viewer, ({ summary }) => summary === 'PATCH /webhooks/…/messages/@original');

    const { log } = (await openViewer(url)).state;
    expect(log.filter((entry) => entry.isBackground === (entry.interactionId === interactionId))).toEqual([]);
  });

  test.each([
    ['discord', 'GET', '/api/v10/guilds/1/roles', true],
    ['discord', 'GET', '/api/v10/users/@me/guilds', true],
    ['discord', 'PUT', '/api/v10/applications/1/commands', true],
    ['discord', 'PUT', '/api/v10/guilds/1/members/2/roles/3', false],
    ['discord', 'POST', '/api/v10/channels/1/messages', false],
    ['discord', 'POST', '/api/v10/users/@me/channels', false],
    ['identity', 'GET', '/api/v1/entities/ent_active/plan', true],
    ['main', 'POST', '/api/v1/votes/claim', false],
    ['game', 'POST', '/rewards', false],
  ] as const)('has a call of %s without a command, %s %s, in the background: %s', async (host, method, path, is) => {
    const { url, sandbox } = await servePlayground();
    const ended = { requestBody: '', status: 200, responseBody: null, startedAt: 1, endedAt: 2 };
    sandbox[host].server.emit('request', { method, path, fault: null, ...ended });
    sandbox[host].server.emit('request', { method, path, fault: { kind: 'lost-answer' }, ...ended });
    const { state } = await openViewer(url);
    expect(state.log.map(({ isBackground }) => isBackground)).toEqual([is, false]);
  });

  test('shows no credential, whatever crossed', async () => {
    const { url, sandbox } = await serveBot();
    const viewer = await openViewer(url);
    const typed = 'canary-access-token';
    sandbox.main.tokens.set(typed, 'default');
    const max = as(viewer, 'Max');
    const interactionId = await sent(viewer, { type: 'command', path: ['settings', 'token'], options: {}, ...max });
    const modal = await viewer.seen((event) => (event.type === 'modal' ? event.modal : undefined));
    const [field] = modal.fields;
    const values = { [field?.kind === 'text' ? field.customId : '']: typed };
    await replyTo(viewer, await sent(viewer, { type: 'submit', personId: max.personId, interactionId, values }));
    await replyTo(viewer, await sent(viewer, claim(viewer, 'Alex', 'Steve')));
    sandbox.game.votifier.token.set('default', 'canary-votifier');
    await replyTo(viewer, await sent(viewer, claim(viewer, 'Alex', 'canary-votifier')));

    const { state } = await openViewer(url);
    const log = JSON.stringify(state.log);
    const interactionTokens = sandbox.discord.server.requests.flatMap(
      ({ path }) => /\/(?:interactions|webhooks)\/\d+\/([^/]+)/.exec(path)?.[1] ?? [],
    );
    expect(interactionTokens).not.toEqual([]);
    const { token } = sandbox.discord;
    for (const secret of [
      token,
      sandbox.identity.applicationKey,
      sandbox.main.accessToken,
      typed,
      'canary-votifier',
      ...interactionTokens,
    ])
      expect(log).not.toContain(secret);
  });

  test('leaves heartbeats out', async () => {
    const { url, sandbox } = await serveBot();
    sandbox.discord.emit('gateway', { direction: 'received', frame: { op: GatewayOpcodes.Heartbeat, d: 1 }, at: 0 });
    sandbox.discord.emit('gateway', { direction: 'sent', frame: { op: GatewayOpcodes.HeartbeatAck }, at: 0 });
    const { state } = await openViewer(url);
    const frames = state.log.filter(({ boundary }) => boundary === 'gateway').map(({ summary }) => summary);
    expect(frames).toEqual(['HELLO', 'IDENTIFY', 'READY']);
  });
});

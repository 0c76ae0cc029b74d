import { once } from 'node:events';

import { describe, expect, test } from 'vitest';

import { GameServer } from '../../../src/sandbox/hosts/game-server.ts';
import { Refusal } from '../../../src/sandbox/refusal.ts';
import { listening } from '../../loopback.ts';
import { deliver, SECRET } from './deliver.ts';
import { OK, sendVote } from './send-vote.ts';

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

async function open(...secrets: string[]): Promise<GameServer> {
  const game = await listening(new GameServer());
  for (const secret of secrets) game.accept(secret);
  return game;
}

const playersOf = ({ handedOver }: GameServer): string[] => handedOver.map(({ player }) => player);

describe('the game server', () => {
  test.each([
    ['is signed with another secret', { secret: OTHER_SECRET }],
    ['is older than five minutes', { at: new Date(Date.now() - 6 * 60_000) }],
    ['is of the future', { at: new Date(Date.now() + 6 * 60_000) }],
  ])('turns down what %s', async (_, told) => {
    const game = await open(SECRET);
    expect(await deliver(game, told)).toBe(401);
    expect(game.handedOver).toEqual([]);
  });

  test('turns down everything until it knows a secret, and what is not signed at all', async () => {
    const game = await open();
    expect(await deliver(game)).toBe(401);
    game.accept(SECRET);
    expect(await deliver(game)).toBe(204);
    expect((await fetch(game.address, { method: 'POST', body: '{"type":"vote.claimed"}' })).status).toBe(401);
  });

  test.each(['', 'secret', 'whsec_', 'whsec_short', `${SECRET} `])('does not take %j for a secret', async (secret) => {
    const game = await open();
    expect(() => {
      game.accept(secret);
    }).toThrow(new Refusal({ kind: 'no-secret' }));
    expect(game.secrets).toEqual([]);
  });
});

describe('what the game server is told of by Votifier', () => {
  test('waits until its player is online, whatever the case of the name', async () => {
    const game = await open();
    for (const username of ['Steve', 'Alex', 'Steve']) expect(await sendVote(game.votifier, { username })).toBe(OK);
    expect(game.handedOver).toEqual([]);
    expect(game.waiting).toEqual([
      { player: 'Steve', rewards: 2 },
      { player: 'Alex', rewards: 1 },
    ]);
    game.join('steve');
    expect(playersOf(game)).toEqual(['Steve', 'Steve']);
    expect(game.waiting).toEqual([{ player: 'Alex', rewards: 1 }]);
  });

  test('is handed over at once to a player who is online, and waits again when they have left', async () => {
    const game = await open();
    game.join('Steve');
    await sendVote(game.votifier);
    expect(game.handedOver).toEqual([
      { by: 'votifier', id: 'vote-1', player: 'Steve', serviceName: 'a-service', at: expect.any(Number) as number },
    ]);
    game.leave('STEVE');
    expect(game.online).toEqual([]);
    await sendVote(game.votifier);
    expect(playersOf(game)).toEqual(['Steve']);
    expect(game.waiting).toEqual([{ player: 'Steve', rewards: 1 }]);
  });

  test('fails as the rest of the server does: a fault strikes whichever port is asked next', async () => {
    const game = await open(SECRET);
    game.server.inject({ kind: 'lost-answer' }, { times: 1 });
    expect(await sendVote(game.votifier)).toBe('');
    expect(await deliver(game)).toBe(204);
    expect(game.server.faults).toEqual([]);
    game.server.inject({ kind: 'off' });
    await expect(sendVote(game.votifier)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(deliver(game)).rejects.toThrow();
    game.server.heal();
    await Promise.all([once(game.server.http, 'listening'), once(game.votifier.server, 'listening')]);
    expect([await deliver(game), await sendVote(game.votifier)]).toEqual([204, OK]);
  });
});

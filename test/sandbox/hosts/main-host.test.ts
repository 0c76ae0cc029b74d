import { beforeEach, describe, expect, test } from 'vitest';

import { MainHost } from '../../../src/sandbox/hosts/main-host.ts';
import { listening } from '../../loopback.ts';

const CLAIM_PATH = '/api/v1/votes/claim';

let host: MainHost;

beforeEach(async () => {
  host = await listening(new MainHost());
});

type Answer = { status: number; body: unknown };
type Claim = { body?: string; query?: string; contentType?: string };

async function post({ body, query = '', contentType = 'application/json' }: Claim): Promise<Answer> {
  const response = await fetch(`${host.url}${CLAIM_PATH}${query}`, {
    method: 'POST',
    headers: { 'content-type': contentType, authorization: `Bearer ${host.accessToken}` },
    body: body ?? null,
  });
  return { status: response.status, body: await response.json() };
}

const claim = (playername: string): Promise<Answer> => post({ body: JSON.stringify({ playername }) });

const claimed = (value: unknown): Answer => ({ status: 200, body: { claimed: value } });

const errorWith = (code: string): unknown => ({ error: { code, message: expect.any(String) as string } });

test('no vote answers 0, and each vote 1 once and 2 from then on, however often it was cast before', async () => {
  const claims = async (times: number) => {
    const answers = [];
    for (let made = 0; made < times; made += 1) answers.push(await claim('Alex'));
    return answers;
  };
  expect(await claims(2)).toEqual([0, 0].map(claimed));
  const vote = host.castVote('Alex');
  expect(host.castVote('Alex')).toBe(vote);
  expect(await claims(3)).toEqual([1, 2, 2].map(claimed));
  host.castVote('Alex');
  expect(await claims(2)).toEqual([1, 2].map(claimed));
});

describe('the player name', () => {
  test.each<[string, Claim]>([
    ['missing', {}],
    ['missing from the body', { body: '{}' }],
    ['blank in the body', { body: '{"playername":"  "}' }],
    ['blank in the query string', { query: '?playername=%20' }],
    ['no string', { body: '{"playername":7}' }],
    ['in a body that is not JSON', { body: '{"playername":' }],
    ['in a body that is not announced as JSON', { body: '{"playername":"Alex"}', contentType: 'text/plain' }],
  ])('%s is refused with 400', async (_, request) => {
    host.castVote('Alex');

    expect(await post(request)).toEqual({ status: 400, body: errorWith('missing_playername') });
    expect(host.claims).toEqual([]);
  });

  test('matches whatever its case', async () => {
    host.castVote('Alex');

    expect(await claim('aLEX')).toEqual(claimed(1));
  });

  test('matches only in its own case when the host is told so', () => {
    const strict = new MainHost({ caseSensitive: true });

    expect(strict.castVote('alex')).not.toBe(strict.castVote('Alex'));
  });
});

test('the deprecated GET answers 410 and claims nothing', async () => {
  host.castVote('Alex');
  const response = await fetch(`${host.url}${CLAIM_PATH}?playername=Alex`, {
    headers: { authorization: `Bearer ${host.accessToken}` },
  });

  expect({ status: response.status, body: await response.json() }).toEqual({ status: 410, body: errorWith('gone') });
  expect(await claim('Alex')).toEqual(claimed(1));
});

import { expect, test } from 'vitest';

import { voteButtons } from '../../src/guilds/views/vote-links.ts';
import { findPlaceholder, parseVoteUrl, voteUrlFor } from '../../src/guilds/vote-links.ts';
import { translator } from '../../src/locales/index.ts';

const link = (url: string, label?: string) => ({ url, label });

test.each([
  ['in a query', 'https://vote.example/?name={player}', 'https://vote.example/?name=Steve%20%26%20%C3%89ve'],
  ['in a path', 'https://vote.example/{player}/vote', 'https://vote.example/Steve%20%26%20%C3%89ve/vote'],
  ['behind the hash', 'https://vote.example/#{player}', 'https://vote.example/#Steve%20%26%20%C3%89ve'],
  [
    'twice',
    'https://vote.example/{player}?{player}',
    'https://vote.example/Steve%20%26%20%C3%89ve?Steve%20%26%20%C3%89ve',
  ],
  ['nowhere', 'https://vote.example/', 'https://vote.example/'],
])('a player is filled in %s, percent-encoded', (_where, raw, filled) => {
  const url = parseVoteUrl(raw) ?? '';
  expect(url).toBe(raw);
  expect(voteUrlFor(link(url), 'Steve & Éve')).toBe(filled);
});

test.each([
  ...'%player% %%username%% %player_name% %PLAYER% {username} {{player}} {Player} {nickname} {ign} {0}'.split(' '),
  ...'${player} $player $username [name] [your-name] [USERNAME] <player> <uuid> (username)'.split(' '),
  ...':player #player# __player__ *player* YOUR_NAME'.split(' '),
  '<your name>',
])('the placeholder %s of another tool is asked back', (placeholder) => {
  for (const before of ['https://vote.example/?name=', 'https://vote.example/vote/']) {
    for (const typed of [placeholder, encodeURIComponent(placeholder)]) {
      const found = findPlaceholder(`${before}${typed}`);
      expect(found && { ...found, placeholder: '' }, typed).toEqual({ placeholder: '', instead: `${before}{player}` });
    }
  }
});

test.each([
  ...['{player}', '%7Bplayer%7D', '@castle/vote', '?name[player]=1', '?filter[user][name]=y', 'user/name/player'],
  ...['?q=50%25', 'a:b/c$d', '?username={player}&x=%20a', '(players)', 'your-vote/server-name', '?name=%C3%A4'],
])('a link with %s has no placeholder but ours', (rest) => {
  expect(findPlaceholder(`https://vote.example/${rest}`)).toBeUndefined();
});

test.each(['../admin', 'x?y=z', 'a#b', 'a/b', '\uD800', '{player}'])(
  'a player named %j stays within its place',
  (name) => {
    const url = new URL(voteUrlFor(link('https://vote.example/p/{player}/vote?for=castle'), name) ?? '');
    expect([url.origin, url.pathname.split('/').length, url.search, url.hash]).toEqual([
      'https://vote.example',
      4,
      '?for=castle',
      '',
    ]);
  },
);

test('a link is left out that needs a player who is not known, or too long for a button', () => {
  const long = link(`https://vote.example/${'x'.repeat(440)}?name={player}`);
  expect(voteUrlFor(long, undefined)).toBeUndefined();
  expect(voteUrlFor(long, 'é'.repeat(16))).toBeUndefined();
  expect(voteUrlFor(long, 'Steve')).toBe(`https://vote.example/${'x'.repeat(440)}?name=Steve`);
  expect(voteUrlFor(link('https://vote.example/'), undefined)).toBe('https://vote.example/');
});

test('a button says where it leads when there are several, and "Vote" when there is one', () => {
  const t = translator('en-US');
  const labels = (...links: { url: string; label: string | undefined }[]) =>
    voteButtons(links, 'Steve', t).map((button) => (button && 'label' in button ? button.label : undefined));
  expect(labels(link('https://vote.example/'))).toEqual(['Vote']);
  expect(labels(link('https://vote.example/', 'The list'))).toEqual(['Vote: The list']);
  expect(labels(link('https://www.vote.example/'), link('https://other.example/', 'Other'))).toEqual([
    'Vote: vote.example',
    'Vote: Other',
  ]);
  const alike = ['https://vote.example/a', 'https://vote.example/b'].map((url) => link(url));
  expect(labels(...alike, link('https://other.example/'))).toEqual([
    'Vote: vote.example (1)',
    'Vote: vote.example (2)',
    'Vote: other.example',
  ]);
});

import { expect, test } from 'vitest';

import { voteName } from '../../src/rewards/vote-name.ts';
import { PLAYER_NAMES } from './player-names.ts';

test.each(PLAYER_NAMES)('a vote for %j is for %j', (name, inVotes) => {
  expect(voteName(name)).toBe(inVotes);
});

import { expect, test } from 'vitest';

import { nextStep } from '../../src/guilds/first-steps.ts';

const ON = { channelId: '1', on: true };
const OFF = { channelId: undefined, on: false };
const DONE: Parameters<typeof nextStep>[0] = {
  settings: { token: { kind: 'own', ending: '1234' }, announcements: ON, moderators: ON },
  linkedEntities: 1,
  voteLinks: [{ url: 'https://vote.example/', label: undefined }],
  lacksPermissions: false,
};
const NOTHING: Parameters<typeof nextStep>[0] = {
  settings: { token: { kind: 'none' }, announcements: OFF, moderators: OFF },
  linkedEntities: 0,
  voteLinks: [],
  lacksPermissions: true,
};

test('everything is missing in the order in which it is needed, until nothing is', () => {
  const steps = [];
  const setUp = structuredClone(NOTHING);
  for (let step = nextStep(setUp); step !== undefined; step = nextStep(setUp)) {
    steps.push(step);
    if (step === 'permissions') setUp.lacksPermissions = false;
    else if (step === 'token') setUp.settings.token = DONE.settings.token;
    else if (step === 'entity') setUp.linkedEntities = 1;
    else if (step === 'vote-link') setUp.voteLinks = DONE.voteLinks;
    else setUp.settings[step] = ON;
  }
  expect(steps).toEqual(['permissions', 'token', 'entity', 'vote-link', 'announcements', 'moderators']);
});

test("the operator's token and vote link are as good as own ones", () => {
  expect(nextStep({ ...DONE, settings: { ...DONE.settings, token: { kind: 'operators' } } })).toBeUndefined();
});

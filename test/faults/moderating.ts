import type { OptionValues } from '../../src/sandbox/discord/person/command-data.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { type DecisionKind, REFERENCE } from './history.ts';
import { offers } from './insisting.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** The buttons by which a moderator decides on a claim, with a note; what they say depends on the claim. */
const OF_CLAIM = {
  'Mark resolved': 'unstated',
  'Mark resolved: no reward': 'unstated',
  'It was claimed': 'claimed',
  'It was claimed: send the reward': 'claimed',
  'It was not claimed': 'not-claimed',
  'It was not claimed: no reward': 'not-claimed',
  'It was claimed before: no reward': 'not-claimed',
} as const;
const OF_REWARD = { 'It arrived: nothing is sent': 'arrived', 'Send the reward again': 'sent-again' } as const;
const DECISIONS: Readonly<Record<string, DecisionKind>> = { ...OF_CLAIM, ...OF_REWARD };

/**
 * A moderator looks at a claim that waits for one, if there is any, and decides on it, or on its reward, as one of its
 * buttons offers.
 *
 * @param options.typed - which claims they look for; `among`: by which of the buttons; `before`: called before they do
 */
export function moderate(
  world: World,
  moderator: Person,
  random: Random,
  {
    typed = {},
    among = Object.keys(DECISIONS),
    before = () => undefined,
  }: { typed?: OptionValues; among?: readonly string[]; before?: () => void } = {},
): Promise<void> {
  return world.moderate(moderator, async () => {
    const list = await world.read(moderator.command('claims', { outcome: 'parked', ...typed }));
    const { custom_id: id = '', options = [] } = list?.components[0]?.components?.[0] ?? {};
    if (!list || options.length === 0) return;
    const shown = await world.read(moderator.select(list, id, [random.pick(options).value]));
    const reference = REFERENCE.exec(shown?.embeds[0]?.title ?? '')?.[0];
    const playername = reference && (await world.ledger.playerOf(reference));
    const claim = shown && world.discord.messages.find(shown.id);
    const offered = among.filter((label) => claim && offers(claim, label));
    if (!claim || offered.length === 0 || !playername) return;
    const label = random.pick(offered);
    const what = world.decide({ reference, playername, kind: DECISIONS[label] ?? 'unstated' });
    before();
    const click = moderator.click(claim, label);
    const submitted = label in OF_CLAIM && (await moderator.submit(click, { note: what }).catch(() => undefined));
    if (submitted) await world.noteDecision(moderator, submitted, { what, about: reference });
    else if (label in OF_REWARD) await world.read(click);
  });
}

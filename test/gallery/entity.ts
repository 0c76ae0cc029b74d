import type { LinkedEntity } from '../../src/guilds/store/linked-entities.ts';
import {
  askToLink,
  entityChoice,
  entityList,
  linkCancelled,
  linkReply,
  unlinkedReply,
} from '../../src/guilds/views/entities.ts';
import { linkSummary } from '../../src/plans/views/plan.ts';
import { examplePlans } from '../../src/sandbox/hosts/example-plans.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { planFrom } from '../plans/plan-from.ts';
import { type Choices, GUILD_ID, NOW, OTHER_GUILD_ID, type Replies } from './entries.ts';

const plans = examplePlans(NOW).map(({ plan }) => planFrom(plan));

/** What a guild of the gallery has linked: one entity for each state of a plan. */
export const LINKED: readonly LinkedEntity[] = plans.map(({ entity: { id, name } }, index) => ({
  id,
  label: name ?? id,
  isDefault: index === 0,
}));

const PER_PAGE = 5;
const TOTAL = 1_000;

const asked =
  (
    isThis: (plan: (typeof plans)[number]) => boolean,
    { otherGuildId, stale = false }: { otherGuildId?: string; stale?: boolean } = {},
  ): Replies[string] =>
  (t, written) => {
    const [plan] = plans.filter(isThis);
    if (!plan) throw new Error('there is no such example');
    const { id } = plan.entity;
    const name = written ?? plan.entity.name;
    const link = { pendingId: 42, entityId: id, label: name ?? id, otherGuildId };
    return askToLink(
      linkSummary({ plan: { ...plan, entity: { ...plan.entity, name } }, stale, checkedAt: NOW - HOUR_MS }, t),
      link,
      t,
    );
  };

const linked =
  (outcome: Parameters<typeof linkReply>[0]): Replies[string] =>
  (t) =>
    linkReply(outcome, GUILD_ID, t);

const castle =
  (guildId: string, isDefault: boolean): Replies[string] =>
  (t, written) => {
    const entity = { id: 'ent_active', label: written ?? 'Skyblock Central', isDefault };
    return linkReply({ kind: 'linked', entity, guildId }, GUILD_ID, t);
  };

export const replies: Replies = {
  'asks to link': asked(({ entity }) => entity.kind === 'team'),
  'asks to link what may be unknown, in another guild': asked(({ plan }) => plan === 'standard', {
    otherGuildId: OTHER_GUILD_ID,
  }),
  'asks to link, by a saved copy': asked(({ entity }) => entity.kind === 'team', { stale: true }),
  'linked, the first one': castle(GUILD_ID, true),
  'linked in another guild': castle(OTHER_GUILD_ID, false),
  'linked already': linked({ kind: 'already-linked', entityId: 'ent_active' }),
  'as many as may be': linked({ kind: 'full' }),
  'not confirmed in time': linked({ kind: 'expired' }),
  'only the operator links here': linked({ kind: 'not-home', guildId: GUILD_ID, entityId: 'ent_active' }),
  'not the ID of a guild': linked({ kind: 'bad-guild' }),
  'a guild that the bot is not in': linked({ kind: 'not-in-guild', guildId: OTHER_GUILD_ID }),
  'not an ID': linked({ kind: 'bad-id' }),
  'may not link': linked({ kind: 'forbidden' }),
  'link cancelled': linkCancelled,
  unlinked: (t, written) =>
    unlinkedReply({ id: 'ent_active', label: written ?? 'Skyblock Central', isDefault: true }, t),
  'the only page': (t) => entityList({ entities: LINKED.slice(0, PER_PAGE), page: 1, pages: 1, total: PER_PAGE }, t),
  'a page of many': (t, written) => {
    const entities = LINKED.slice(PER_PAGE).map((one) => ({ ...one, label: written ?? one.label }));
    return entityList({ entities, page: 2, pages: TOTAL / PER_PAGE, total: TOTAL }, t);
  },
};

export const choices: Choices = { 'linked entities': () => LINKED.map(entityChoice) };

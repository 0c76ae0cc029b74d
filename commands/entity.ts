import { PermissionFlagsBits } from 'discord.js';

import {
  type CommandOf,
  type Conversation,
  type InChannel,
  reads,
  type SubcommandOf,
} from '../src/discord/incoming/command.ts';
import {
  commandGroup,
  readOptions,
  requiredOption,
  stringOption,
  subcommand,
} from '../src/discord/incoming/definitions.ts';
import { filledIn, formOf } from '../src/discord/incoming/forms.ts';
import { MAX_LABEL_LENGTH } from '../src/guilds/entities.ts';
import { labelOf } from '../src/guilds/entity-links.ts';
import {
  askToLink,
  entityChoice,
  entityList,
  linkCancelled,
  linkForbidden,
  linkReply,
  noEntityReply,
  unlinkedReply,
} from '../src/guilds/views/entities.ts';
import { settingTitle } from '../src/guilds/views/overview.ts';
import { linkSummary } from '../src/plans/views/plan.ts';
import { customIds } from '../src/ui/custom-ids.ts';
import type { Reply } from '../src/ui/reply.ts';
import { withOverview } from './overview/overview.ts';
import { afterForm, type Setting } from './settings/setting.ts';

const NAMED = {
  id: requiredOption('commands.entity.link.id'),
  label: stringOption('commands.entity.link.label', { max_length: MAX_LABEL_LENGTH }),
};
const LINKED = { ...NAMED, guild: stringOption('commands.entity.link.guild') };

const link = {
  definition: subcommand('link', 'commands.entity.link.description', LINKED),
  execute: (context) => proposeLink(context, readOptions(LINKED, context.interaction)),
} satisfies SubcommandOf<'entity'>;

/** Shows what the identity service says of an id. The entity is linked once a manager confirms. */
async function proposeLink(
  context: InChannel,
  { id, label: typed, guild }: { id: string; label: string | undefined; guild?: string | undefined },
  refuse = (refusal: Reply) => withOverview(context, refusal),
): Promise<Reply> {
  const { guildId, services, t } = context;
  const check = await services.entityLinks.checkLink(context, id, guild);
  if (check.kind !== 'allowed') return refuse(linkReply(check, guildId, t));
  const { entityId } = check;
  const answer = await services.plans.lookUp(entityId);
  const label = labelOf([typed, answer.plan.entity.name, entityId]);
  const pendingId = await services.entityLinks.propose(context, { ...check, label });
  const otherGuildId = check.guildId === guildId ? undefined : check.guildId;
  return askToLink(linkSummary(answer, t), { pendingId, entityId, label, otherGuildId }, t);
}

const UNLINKED = { id: requiredOption('commands.entity.unlink.id', { autocomplete: true }) };

/** Unlinks an entity. If it was the default, the entity that was linked first becomes the default. */
const unlink = {
  definition: subcommand('unlink', 'commands.entity.unlink.description', UNLINKED),
  async execute({ interaction, guildId, services, t }) {
    const unlinked = await services.entityLinks.unlink(guildId, readOptions(UNLINKED, interaction).id);
    return unlinked ? unlinkedReply(unlinked, t) : noEntityReply({ kind: 'not-linked' }, t);
  },
  async autocomplete({ interaction, guildId, services }) {
    return (await services.entities.suggest(guildId, interaction.options.getFocused())).map(entityChoice);
  },
} satisfies SubcommandOf<'entity'>;

/** Lists the linked entities, 25 on a page. Picking one makes it the default. */
const list = {
  definition: subcommand('list', 'commands.entity.list.description'),
  execute: reads((context) => showPage(context, 1)),
} satisfies SubcommandOf<'entity'>;

export const entities: Setting & { options: typeof NAMED } = {
  options: NAMED,
  page: (context) => showPage(context, 1),
  form(context) {
    const title = settingTitle('entities', context.t);
    return formOf(NAMED, { customId: customIds.setup.modals.change('entities'), title, values: {} }, context);
  },
  submit: (context) =>
    proposeLink(context, readOptions(NAMED, filledIn(context.interaction)), (refusal) => afterForm(context, refusal)),
};

async function showPage({ guildId, services, t }: Conversation, page: number): Promise<Reply> {
  const found = await services.entities.list(guildId, page);
  return found.total === 0 ? noEntityReply({ kind: 'none-linked' }, t, { mayLink: true }) : entityList(found, t);
}

export default {
  ...commandGroup('entity', PermissionFlagsBits.ManageGuild, [link, unlink, list]),
  limit: 'lookUp',
  buttons: {
    async confirm(context, pendingId) {
      const outcome = await context.services.entityLinks.confirm(context, pendingId);
      return withOverview(context, linkReply(outcome, context.guildId, context.t));
    },
    async cancel(context, pendingId) {
      const { services, t } = context;
      const isCancelled = await services.entityLinks.cancel(context, pendingId);
      return withOverview(context, isCancelled ? linkCancelled(t) : linkForbidden(t));
    },
    page: reads(showPage),
  },
  selects: {
    async default(context, page) {
      const { interaction, guildId, services, t } = context;
      const chosen = await services.entityLinks.makeDefault(guildId, interaction.values[0] ?? '');
      return chosen ? showPage(context, page) : withOverview(context, noEntityReply({ kind: 'not-linked' }, t));
    },
  },
} satisfies CommandOf<'entity'>;

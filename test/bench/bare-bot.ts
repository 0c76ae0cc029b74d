import { once } from 'node:events';

import { ApplicationCommandOptionType, Client, Events, type Interaction, MessageFlags } from 'discord.js';
import { Pool } from 'undici';

/**
 * What a claim and a plan cost at the least: stock discord.js without intents, a `Map` as its cache, and no record of
 * anything. The bot is measured against it.
 */
const { DISCORD_TOKEN = '', DISCORD_API_URL = '', AUTH_URL = '', BASE_URL = '' } = process.env;
const { APPLICATION_KEY = '', ACCESS_TOKEN = '' } = process.env;
const CONNECTIONS = 64;
const TITLES = ['No vote found yet', 'Reward claimed', 'Already claimed'];

const votes = new Pool(BASE_URL, { connections: CONNECTIONS });
const plans = new Map<string, unknown>();
const client = new Client({
  intents: [],
  rest: { api: DISCORD_API_URL, globalRequestsPerSecond: Number.POSITIVE_INFINITY },
});

async function claim(playername: string): Promise<string> {
  const { body } = await votes.request({
    method: 'POST',
    path: '/api/v1/votes/claim',
    headers: { authorization: `Bearer ${ACCESS_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ playername }),
  });
  const { claimed } = (await body.json()) as { claimed: number };
  return TITLES[claimed] ?? '';
}

async function planOf(entityId: string): Promise<unknown> {
  const known = plans.get(entityId);
  if (known !== undefined) return known;
  const headers = { authorization: `Bearer ${APPLICATION_KEY}` };
  const answer = await fetch(`${AUTH_URL}/api/v1/entities/${entityId}/plan`, { headers });
  const plan: unknown = await answer.json();
  plans.set(entityId, plan);
  return plan;
}

async function answer(interaction: Interaction): Promise<void> {
  if (!interaction.isChatInputCommand()) return;
  if (interaction.commandName === 'plan') {
    const plan = await planOf(interaction.options.getString('entity', true));
    const embeds = [{ title: 'Plan', description: JSON.stringify(plan).slice(0, 500) }];
    await interaction.reply({ embeds, flags: MessageFlags.Ephemeral });
    return;
  }
  const playername = interaction.options.getString('playername', true);
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await interaction.editReply({ embeds: [{ title: await claim(playername), description: playername }] });
}

// Who is not answered in time counts as not answered.
client.on(Events.InteractionCreate, (interaction) => void answer(interaction).catch(() => undefined));
await client.login(DISCORD_TOKEN);
if (!client.isReady()) await once(client, Events.ClientReady);
const { String: type } = ApplicationCommandOptionType;
await client.application?.commands.set([
  { name: 'claimvote', description: 'Claims', options: [{ name: 'playername', description: 'Player', type }] },
  { name: 'plan', description: 'A plan', options: [{ name: 'entity', description: 'Entity', type }] },
]);

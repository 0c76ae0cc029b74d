import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { Guild } from './discord/guild.ts';
import { LoopbackDiscord } from './discord/loopback-discord.ts';
import type { Person } from './discord/person/person.ts';
import { DEFAULT_PERMISSIONS } from './discord/role.ts';
import { examplePlans, type ExamplePlan } from './hosts/example-plans.ts';
import { GameServer } from './hosts/game-server.ts';
import { IdentityHost } from './hosts/identity-host.ts';
import { DEFAULT_GAME_SERVER, MainHost } from './hosts/main-host.ts';

/** Discord, the two hosts and a game server on loopback, with people and data to try things on. */
export type Sandbox = {
  discord: LoopbackDiscord;
  identity: IdentityHost;
  main: MainHost;
  /**
   * It knows no secret: somebody adds a webhook in Discord, and gives the server the secret that they are shown. For
   * Votifier, somebody tells Discord its token. Nobody is online.
   */
  game: GameServer;
  guild: Guild;
  /** By name, in lower case; the first one may do everything. */
  people: ReadonlyMap<string, Person>;
  examples: readonly ExamplePlan[];
  /** A second token of the game server, for somebody to set in Discord. */
  spareToken: string;
  /** The lines of an operator's `.env` that run the bot against the sandbox. */
  environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** With any port: the game server here, and a receiver of somebody's own. */
const REWARD_HOSTS = '127.0.0.1,localhost,[::1]';
const SPARE_TOKEN = 'a-token-to-try';
const MODERATOR = DEFAULT_PERMISSIONS | PermissionFlagsBits.ModerateMembers;
const MANAGER = MODERATOR | PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageRoles;

/** A vote of `Steve` waits to be claimed, one of `Notch` is claimed already, and nobody else has voted. */
export async function startSandbox(): Promise<Sandbox> {
  const discord = new LoopbackDiscord();
  const identity = new IdentityHost();
  const main = new MainHost();
  const game = new GameServer();
  await Promise.all([discord.listen(), identity.listen(), main.listen(), game.listen()]);

  const guild = discord.addGuild({ name: 'Sandbox' });
  guild.addChannel('announcements');
  guild.addChannel('alerts');
  guild.addChannel('moderators').isPrivate = true;
  guild.addRole('Voter');
  const moderators = guild.addRole('Moderators', { mentionable: true });
  guild.appRole.permissions |= PermissionFlagsBits.ManageRoles;
  const people = [
    discord.addPerson({ guild, name: 'Olivia', id: discord.ownerId, permissions: MANAGER }),
    discord.addPerson({ guild, name: 'Max', permissions: MANAGER }),
    discord.addPerson({ guild, name: 'Mona', permissions: MODERATOR }),
    discord.addPerson({ guild, name: 'Alex' }),
    discord.addPerson({ guild, name: 'Sam' }),
  ];
  for (const person of people) if ((person.permissions & MODERATOR) === MODERATOR) person.roles.add(moderators.id);
  const examples = examplePlans(Date.now());
  for (const { plan } of examples) identity.setPlan(plan.entity.id, plan);
  main.tokens.set(SPARE_TOKEN, DEFAULT_GAME_SERVER);
  main.castVote('Steve');
  main.claimElsewhere('Notch');

  return {
    discord,
    identity,
    main,
    game,
    guild,
    people: new Map(people.map((person) => [person.name.toLowerCase(), person])),
    examples,
    spareToken: SPARE_TOKEN,
    environment: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      AUTH_URL: identity.url,
      BASE_URL: main.url,
      APPLICATION_KEY: identity.applicationKey,
      ACCESS_TOKEN: main.accessToken,
      WEBHOOK_ALLOWED_HOSTS: REWARD_HOSTS,
      VOTE_URL: 'https://vote.example/sandbox',
      MANAGE_URL: 'https://billing.example/{entity_id}',
    },
    close: async () => {
      await Promise.all([discord.close(), identity.close(), main.close(), game.close()]);
    },
  };
}

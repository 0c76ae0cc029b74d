import { randomBytes } from 'node:crypto';

import {
  InteractionType,
  TeamMemberMembershipState,
  TeamMemberRole,
  type APITeam,
  type APIUser,
} from 'discord-api-types/v10';

import type { Endpoint } from './endpoint.ts';
import type { Snowflakes } from './snowflakes.ts';

const NAME = 'plan-vote-bot';
const TOKEN_BYTES = 24;

/** A user as applications see it. Source: Discord documentation, "User object". */
export function apiUser(id: string, name: string, isBot = false): APIUser {
  return {
    id,
    username: isBot ? name : name.toLowerCase().replaceAll(/[^a-z0-9_.]+/g, '_'),
    global_name: isBot ? null : name,
    discriminator: '0',
    avatar: null,
    ...(isBot ? { bot: true } : {}),
  };
}

/** The application of the bot: its bot user, its owner, perhaps a team. */
export class Application {
  readonly id: string;
  readonly bot: APIUser;
  readonly owner: APIUser;
  readonly token: string;
  readonly endpoint: Endpoint;
  botPublic: boolean;
  readonly #snowflakes: Snowflakes;
  #team: APITeam | null = null;

  constructor(options: { snowflakes: Snowflakes; token: string | undefined; botPublic: boolean; endpoint: Endpoint }) {
    this.id = options.snowflakes.next();
    this.bot = apiUser(this.id, NAME, true);
    this.owner = apiUser(options.snowflakes.next(), 'Application Owner');
    this.token = options.token ?? randomToken(this.id);
    this.botPublic = options.botPublic;
    this.endpoint = options.endpoint;
    this.#snowflakes = options.snowflakes;
  }

  /**
   * Has interactions posted to an address; null has them sent through the gateway.
   *
   * @returns false when the address was refused, which changes nothing
   */
  async useEndpoint(url: string | null): Promise<boolean> {
    if (url !== null && !(await this.endpoint.passes(url, this.#ping()))) return false;
    this.endpoint.url = url;
    return true;
  }

  /** Source: Discord documentation, "Interaction object". */
  #ping(): object {
    const id = this.#snowflakes.next();
    return {
      id,
      application_id: this.id,
      type: InteractionType.Ping,
      token: Buffer.from(`interaction:${id}:ping`).toString('base64url'),
      version: 1,
      user: this.owner,
      app_permissions: '0',
      entitlements: [],
      authorizing_integration_owners: {},
    };
  }

  /** Gives the application to a team. Source: Discord documentation, "Teams". */
  giveToTeam(id: string, members: readonly APIUser[]): void {
    this.#team = {
      id,
      name: 'Sandbox Team',
      icon: null,
      owner_user_id: this.owner.id,
      members: [this.owner, ...members].map((user) => ({
        team_id: id,
        user,
        membership_state: TeamMemberMembershipState.Accepted,
        permissions: ['*'],
        role: TeamMemberRole.Admin,
      })),
    };
  }

  /** The application object. The owner of a team's application is the team's own pseudo-user. */
  toApi(guildCount: number): Record<string, unknown> {
    return {
      id: this.id,
      name: NAME,
      icon: null,
      description: '',
      type: null,
      bot: this.bot,
      bot_public: this.botPublic,
      bot_require_code_grant: false,
      verify_key: this.endpoint.verifyKey,
      flags: 0,
      flags_new: '0',
      redirect_uris: [],
      interactions_endpoint_url: this.endpoint.url,
      role_connections_verification_url: null,
      owner: this.#team === null ? this.owner : apiUser(this.#team.id, `team${this.#team.id}`),
      team: this.#team,
      approximate_guild_count: guildCount,
      approximate_user_install_count: 0,
      approximate_user_authorization_count: 0,
      explicit_content_filter: 0,
      integration_types_config: { 0: {} },
      eligible_oauth2_scopes: [],
      hook: true,
      summary: '',
    };
  }
}

/** Shaped like a real token, and impossible to guess: any web page can open a socket to loopback. */
function randomToken(applicationId: string): string {
  return `${Buffer.from(applicationId).toString('base64url')}.sandbox.${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

type DiscordStatus = 400 | 401 | 403 | 404;

/** Discord's `errors`: the shape of the request body, with `_errors` at each wrong place. */
export type ErrorTree = { [key: string]: ErrorTree | { code: string; message: string }[] };

/** Source: Discord API reference, "Error messages". */
export type DiscordErrorBody = { message: string; code: number; errors?: ErrorTree };

/** A refusal in Discord's words. The REST routes throw it, and the server turns it into the answer. */
export class DiscordError extends Error {
  readonly status: DiscordStatus;
  readonly body: DiscordErrorBody;

  constructor(status: DiscordStatus, body: DiscordErrorBody) {
    super(body.message);
    this.name = 'DiscordError';
    this.status = status;
    this.body = body;
  }
}

export const INVALID_FORM_BODY = 50035;
export const EMPTY_MESSAGE = 50006;

/** Source: Discord documentation, "Opcodes and status codes", JSON error codes. */
export const refusals = {
  notFound: () => new DiscordError(404, { message: '404: Not Found', code: 0 }),
  unauthorized: () => new DiscordError(401, { message: '401: Unauthorized', code: 0 }),
  unknownGuild: () => new DiscordError(404, { message: 'Unknown Guild', code: 10004 }),
  unknownMember: () => new DiscordError(404, { message: 'Unknown Member', code: 10007 }),
  unknownRole: () => new DiscordError(404, { message: 'Unknown Role', code: 10011 }),
  unknownChannel: () => new DiscordError(404, { message: 'Unknown Channel', code: 10003 }),
  unknownMessage: () => new DiscordError(404, { message: 'Unknown Message', code: 10008 }),
  unknownWebhook: () => new DiscordError(404, { message: 'Unknown Webhook', code: 10015 }),
  unknownInteraction: () => new DiscordError(404, { message: 'Unknown interaction', code: 10062 }),
  otherApplication: () =>
    new DiscordError(403, {
      message: 'You are not authorized to perform this action on this application',
      code: 20012,
    }),
  tooManyCommands: () =>
    new DiscordError(400, { message: 'Maximum number of application commands reached (100).', code: 30032 }),
  alreadyAcknowledged: () =>
    new DiscordError(400, { message: 'Interaction has already been acknowledged.', code: 40060 }),
  cannotMessage: () => new DiscordError(403, { message: 'Cannot send messages to this user', code: 50007 }),
  noMutualGuilds: () =>
    new DiscordError(403, {
      message: 'Cannot send messages to this user due to having no mutual guilds',
      code: 50278,
    }),
  missingAccess: () => new DiscordError(403, { message: 'Missing Access', code: 50001 }),
  emptyMessage: () => new DiscordError(400, { message: 'Cannot send an empty message', code: EMPTY_MESSAGE }),
  missingPermissions: () => new DiscordError(403, { message: 'Missing Permissions', code: 50013 }),
  invalidWebhookToken: () => new DiscordError(401, { message: 'Invalid Webhook Token', code: 50027 }),
  invalidJson: () => new DiscordError(400, { message: 'The request body contains invalid JSON.', code: 50109 }),
} as const satisfies Record<string, () => DiscordError>;

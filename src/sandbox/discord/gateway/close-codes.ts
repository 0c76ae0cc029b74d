import { GatewayCloseCodes } from 'discord-api-types/v10';

const ENDS_SESSION: ReadonlySet<number> = new Set([
  1000,
  1001,
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidSeq,
  GatewayCloseCodes.SessionTimedOut,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

/** Whether either side's close code bars a resume. Source: Discord documentation, "Gateway close event codes". */
export const endsSession = (code: number): boolean => ENDS_SESSION.has(code);

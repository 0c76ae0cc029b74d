import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import type { RawData, WebSocket } from 'ws';
import * as z from 'zod';

import type { Session, Shard } from './session.ts';

export type ClientFrame = { op: number; d?: unknown };

const frameSchema = z.object({ op: z.number(), d: z.unknown().optional() });
const identifySchema = z.object({
  token: z.string(),
  intents: z.number().int().nonnegative(),
  shard: z.tuple([z.number().int().nonnegative(), z.number().int().positive()]).default([0, 1]),
});
const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.number() });

type GatewayHandlers = {
  readonly heartbeatIntervalMs: number;
  readonly acknowledgesHeartbeats: () => boolean;
  readonly send: (socket: WebSocket, frame: object) => void;
  readonly received: (frame: ClientFrame) => void;
  readonly identify: (socket: WebSocket, token: string, intents: number, shard: Shard) => Session | undefined;
  readonly resume: (socket: WebSocket, token: string, sessionId: string, sequence: number) => Session | undefined;
  readonly left: (session: Session, code: number) => void;
};

/** Speaks the gateway's protocol on one socket. Source: Discord documentation, "Gateway". */
export function serveConnection(socket: WebSocket, gateway: GatewayHandlers): void {
  let session: Session | undefined;
  const authenticate = (open: () => Session | undefined): void => {
    if (session) socket.close(GatewayCloseCodes.AlreadyAuthenticated);
    else session = open();
  };
  const ignoreOnceAuthenticated = (): void => {
    if (!session) socket.close(GatewayCloseCodes.NotAuthenticated);
  };
  const handlers: Partial<Record<number, (data: unknown) => void>> = {
    [GatewayOpcodes.Heartbeat]: () => {
      if (gateway.acknowledgesHeartbeats()) gateway.send(socket, { op: GatewayOpcodes.HeartbeatAck });
    },
    [GatewayOpcodes.Identify]: (data) => {
      authenticate(() => identify(socket, data, gateway));
    },
    [GatewayOpcodes.Resume]: (data) => {
      authenticate(() => resume(socket, data, gateway));
    },
    [GatewayOpcodes.PresenceUpdate]: ignoreOnceAuthenticated,
    [GatewayOpcodes.VoiceStateUpdate]: ignoreOnceAuthenticated,
    [GatewayOpcodes.RequestGuildMembers]: ignoreOnceAuthenticated,
  };
  socket.on('error', () => {
    socket.terminate();
  });
  socket.on('close', (code) => {
    if (session?.socket === socket) gateway.left(session, code);
  });
  socket.on('message', (data) => {
    const frame = readFrame(data);
    if (frame) gateway.received(frame);
    const handle = frame && handlers[frame.op];
    if (handle) handle(frame.d);
    else socket.close(frame ? GatewayCloseCodes.UnknownOpcode : GatewayCloseCodes.DecodeError);
  });
  gateway.send(socket, {
    op: GatewayOpcodes.Hello,
    d: { heartbeat_interval: gateway.heartbeatIntervalMs, _trace: [] },
  });
}

function readFrame(data: RawData): ClientFrame | undefined {
  try {
    const text = new TextDecoder().decode(Array.isArray(data) ? Buffer.concat(data) : data);
    return frameSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function identify(socket: WebSocket, data: unknown, gateway: GatewayHandlers): Session | undefined {
  const { data: identity } = identifySchema.safeParse(data);
  if (identity === undefined) {
    socket.close(GatewayCloseCodes.DecodeError);
    return undefined;
  }
  const [shardId, shardCount] = identity.shard;
  if (shardId >= shardCount) {
    socket.close(GatewayCloseCodes.InvalidShard);
    return undefined;
  }
  return gateway.identify(socket, identity.token, identity.intents, identity.shard);
}

function resume(socket: WebSocket, data: unknown, gateway: GatewayHandlers): Session | undefined {
  const { data: claim } = resumeSchema.safeParse(data);
  if (claim === undefined) {
    socket.close(GatewayCloseCodes.DecodeError);
    return undefined;
  }
  return gateway.resume(socket, claim.token, claim.session_id, claim.seq);
}

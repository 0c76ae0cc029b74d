import { PermissionFlagsBits } from 'discord-api-types/v10';
import { Hono } from 'hono';

import type { LoopbackEnv } from '../../loopback-server.ts';
import type { Application } from '../application.ts';
import type { Attachments } from '../attachments.ts';
import { refusals } from '../discord-error.ts';
import type { Channel, Guild } from '../guild.ts';
import { draft, isEmpty, toApiMessage, type MessageBody } from '../message.ts';
import type { Messages } from '../messages.ts';
import { acceptChannelMessage } from '../validation/bodies.ts';
import { readUpload } from './request-body.ts';

/** How long an enforced nonce is remembered; Discord says "the past few minutes". */
const NONCE_LIFETIME_MS = 300_000;

type Parts = {
  application: Application;
  guilds: ReadonlyMap<string, Guild>;
  messages: Messages;
  attachments: Attachments;
  now: () => number;
};

/** Channels, and the messages the bot posts in them without an interaction. */
export function channelRoutes({ application, guilds, messages, attachments, now }: Parts): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>();
  const findChannel = (id: string): Channel => {
    const guild = guilds.values().find(({ channels }) => channels.has(id));
    const channel = guild?.channels.get(id);
    if (channel === undefined) throw refusals.unknownChannel();
    if (!channel.appMay(PermissionFlagsBits.ViewChannel)) throw refusals.missingAccess();
    return channel;
  };
  const withSameNonce = (channel: Channel, body: MessageBody) =>
    body.enforce_nonce && body.nonce
      ? channel.messages.find(
          ({ nonce, createdAt }) => String(nonce) === String(body.nonce) && now() - createdAt <= NONCE_LIFETIME_MS,
        )
      : undefined;

  app.get('/channels/:channelId', (context) => context.json(findChannel(context.req.param('channelId')).toApi()));
  app.post('/channels/:channelId/messages', async (context) => {
    const channel = findChannel(context.req.param('channelId'));
    if (!channel.appMay(PermissionFlagsBits.SendMessages)) throw refusals.missingPermissions();
    const { json, files } = await readUpload(context);
    const body = acceptChannelMessage(json);
    const sent = withSameNonce(channel, body);
    if (sent) return context.json(toApiMessage(sent, application.id));
    const placement = { channelId: channel.id, author: application.bot, visibleTo: null, interaction: null };
    const message = draft({ body, attachments: attachments.resulting(body, files, channel.id) }, placement);
    if (isEmpty(message)) throw refusals.emptyMessage();
    if (message.embeds.length > 0 && !channel.appMay(PermissionFlagsBits.EmbedLinks))
      throw refusals.missingPermissions();
    if (message.attachments.length > 0 && !channel.appMay(PermissionFlagsBits.AttachFiles))
      throw refusals.missingPermissions();
    return context.json(toApiMessage(messages.create(message), application.id));
  });
  return app;
}

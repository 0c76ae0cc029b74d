import { PermissionFlagsBits } from 'discord-api-types/v10';
import { Hono } from 'hono';

import type { LoopbackEnv } from '../../loopback-server.ts';
import type { Application } from '../application.ts';
import type { Attachments } from '../attachments.ts';
import { DirectChannel, type DirectChannels } from '../direct-channel.ts';
import { refusals } from '../discord-error.ts';
import type { Channel, Guild } from '../guild.ts';
import { draft, edited, isEmpty, toApiMessage, type Message, type MessageBody } from '../message.ts';
import type { Messages } from '../messages.ts';
import { acceptChannelEdit, acceptChannelMessage, acceptDirectChannel } from '../validation/bodies.ts';
import { readUpload } from './request-body.ts';

const NO_CONTENT = 204;

type Parts = {
  application: Application;
  guilds: ReadonlyMap<string, Guild>;
  direct: DirectChannels;
  messages: Messages;
  attachments: Attachments;
  /** how long an enforced nonce is remembered */
  nonceLifetimeMs: number;
  now: () => number;
};

/** Channels, direct messages, and the bot's messages in them without an interaction. */
export function channelRoutes(parts: Parts): Hono<LoopbackEnv> {
  const { application, guilds, direct, messages, attachments, nonceLifetimeMs, now } = parts;
  const app = new Hono<LoopbackEnv>();
  const findChannel = (id: string): Channel | DirectChannel => {
    const ofUser = direct.find(id);
    if (ofUser) return ofUser;
    const guild = guilds.values().find(({ channels }) => channels.has(id));
    const channel = guild?.channels.get(id);
    if (channel === undefined) throw refusals.unknownChannel();
    if (!channel.appMay(PermissionFlagsBits.ViewChannel)) throw refusals.missingAccess();
    return channel;
  };
  const requirePermission = (channel: Channel | DirectChannel, permission: bigint): void => {
    if (!(channel instanceof DirectChannel) && !channel.appMay(permission)) throw refusals.missingPermissions();
  };
  const withSameNonce = (channel: Channel | DirectChannel, body: MessageBody) =>
    body.enforce_nonce && body.nonce
      ? channel.messages.find(
          ({ nonce, createdAt }) => String(nonce) === String(body.nonce) && now() - createdAt <= nonceLifetimeMs,
        )
      : undefined;

  app.post('/users/@me/channels', async (context) => {
    const { recipient_id: userId } = acceptDirectChannel((await readUpload(context)).json);
    const recipients = [...guilds.values()].flatMap(({ members }) => members.get(userId)?.user ?? []).slice(0, 1);
    return context.json({ ...direct.open(userId).toApi(), recipients });
  });
  app.get('/channels/:channelId', (context) => context.json(findChannel(context.req.param('channelId')).toApi()));
  app.post('/channels/:channelId/messages', async (context) => {
    const channel = findChannel(context.req.param('channelId'));
    requirePermission(channel, PermissionFlagsBits.SendMessages);
    const { json, files } = await readUpload(context);
    const body = acceptChannelMessage(json);
    if (channel instanceof DirectChannel) direct.checkOpen(channel);
    const sent = withSameNonce(channel, body);
    if (sent) return context.json(toApiMessage(sent, application.id));
    const placement = { channelId: channel.id, author: application.bot, visibleTo: null, interaction: null };
    const message = draft({ body, attachments: attachments.resulting(body, files, channel.id) }, placement);
    if (isEmpty(message)) throw refusals.emptyMessage();
    if (message.embeds.length > 0) requirePermission(channel, PermissionFlagsBits.EmbedLinks);
    if (message.attachments.length > 0) requirePermission(channel, PermissionFlagsBits.AttachFiles);
    return context.json(toApiMessage(messages.create(message), application.id));
  });
  app.patch('/channels/:channelId/messages/:messageId', async (context) => {
    const channel = findChannel(context.req.param('channelId'));
    const message = findMessage(channel, context.req.param('messageId'));
    const { json, files } = await readUpload(context);
    const body = acceptChannelEdit(json, message);
    const submission = { body, attachments: attachments.resulting(body, files, channel.id, message) };
    if (isEmpty(edited(message, submission, now()))) throw refusals.emptyMessage();
    return context.json(toApiMessage(messages.edit(message, submission), application.id));
  });
  app.delete('/channels/:channelId/messages/:messageId', (context) => {
    messages.delete(findMessage(findChannel(context.req.param('channelId')), context.req.param('messageId')));
    return context.body(null, NO_CONTENT);
  });
  return app;
}

/** A message that everyone sees; the bot writes all of them. */
function findMessage(channel: Channel | DirectChannel, id: string): Message {
  const message = channel.messages.find((one) => one.id === id);
  if (message === undefined) throw refusals.unknownMessage();
  return message;
}

import { Hono } from 'hono';

import type { LoopbackContext, LoopbackEnv } from '../../loopback-server.ts';
import { toApiMessage, type Message } from '../message.ts';
import { callbackResponse, type Responses, type WebhookAddress } from '../responses.ts';
import { readUpload } from './request-body.ts';

const NO_CONTENT = 204;

/** Callbacks and the webhook of an interaction's token, which is their only authorization. */
export function interactionRoutes(applicationId: string, responses: Responses): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>();
  const sendMessage = (context: LoopbackContext, message: Message): Response =>
    context.json(toApiMessage(message, applicationId));

  app.post('/interactions/:id/:token/callback', async (context) => {
    const upload = await readUpload(context);
    const { interaction, message } = responses.answer(context.req.param('id'), context.req.param('token'), upload);
    if (context.req.query('with_response') !== 'true') return context.body(null, NO_CONTENT);
    const sent = message && toApiMessage(message, applicationId);
    return context.json(callbackResponse(interaction, sent));
  });
  app.post('/webhooks/:applicationId/:token', async (context) => {
    const upload = await readUpload(context);
    return sendMessage(context, responses.followUp(address(context.req.param()), upload));
  });
  app.get('/webhooks/:applicationId/:token/messages/:messageId', (context) =>
    sendMessage(context, responses.find(address(context.req.param()), context.req.param('messageId'))),
  );
  app.patch('/webhooks/:applicationId/:token/messages/:messageId', async (context) => {
    const upload = await readUpload(context);
    const { messageId, ...where } = context.req.param();
    return sendMessage(context, responses.edit(address(where), messageId, upload));
  });
  app.delete('/webhooks/:applicationId/:token/messages/:messageId', (context) => {
    responses.delete(address(context.req.param()), context.req.param('messageId'));
    return context.body(null, NO_CONTENT);
  });
  return app;
}

const address = ({ applicationId, token }: WebhookAddress): WebhookAddress => ({ applicationId, token });

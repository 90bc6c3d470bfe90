import { z } from 'zod'
import { WebhookEndpoint } from '../schema/webhook-endpoint.ts'
import {
  callStates,
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  UndeliveredWebhooks,
  WebhookAnswer,
  WebhookCallInFull,
  WebhookCallPage,
  WebhookEndpointChange,
  WebhookEndpointWithHealth,
  WebhookReplay,
  WebhookRotation,
} from '../schema/webhook.ts'
import { Instant } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Webhooks'
const may = 'manage_workspace'

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  may,
  tag,
  summary: 'The addresses that events are posted to, and how each does',
  reply: z.object({ data: z.array(WebhookEndpointWithHealth) }),
})

export const getWebhook = endpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/v1/webhooks/:id',
  may,
  tag,
  summary: 'One address that events are posted to',
  params: idParams,
  reply: WebhookEndpoint,
  record: 'shown',
})

// Not idempotent: a reply kept for a second call would keep the secret.
export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  may,
  tag,
  summary: 'Post events to an address from now on; only this reply shows the secret',
  body: NewWebhookEndpoint,
  reply: CreatedWebhookEndpoint,
  status: 201,
  record: 'shown',
})

export const changeWebhook = endpoint({
  id: 'changeWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/:id',
  may,
  tag,
  summary: 'Change an endpoint, turn it off, or on again',
  params: idParams,
  body: WebhookEndpointChange,
  reply: WebhookEndpoint,
  record: 'changed',
})

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/:id',
  may,
  tag,
  summary: 'Delete an endpoint and its log',
  params: idParams,
  record: 'changed',
})

// Not idempotent, for the same reason as creating one.
export const rotateWebhook = endpoint({
  id: 'rotateWebhook',
  method: 'POST',
  path: '/v1/webhooks/:id/rotate',
  may,
  tag,
  summary: 'Replace the secret; for a while, calls are signed with both',
  params: idParams,
  body: WebhookRotation,
  reply: CreatedWebhookEndpoint,
  record: 'changed',
})

export const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/:id/test',
  may,
  tag,
  summary: 'Post a test event now, and see the answer',
  params: idParams,
  reply: WebhookAnswer,
  addsNothing: () => true,
})

export const replayWebhook = endpoint({
  id: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhooks/:id/replay',
  may,
  tag,
  summary: 'Send again what was given up, or everything of a span',
  params: idParams,
  body: WebhookReplay,
  reply: z.object({ added: z.int().describe('How many calls are waiting because of it') }),
  idempotent: true,
})

export const listWebhookCalls = endpoint({
  id: 'listWebhookCalls',
  method: 'GET',
  path: '/v1/webhook-calls',
  may,
  tag,
  summary: 'What was posted to endpoints, newest first',
  query: z.strictObject({
    ...pageQuery,
    endpoint_id: z.uuid().optional(),
    state: z.enum(callStates).optional(),
    type: z.string().max(100).optional(),
    since: Instant.optional(),
    until: Instant.optional(),
  }),
  reply: WebhookCallPage,
})

export const listUndeliveredWebhooks = endpoint({
  id: 'listUndeliveredWebhooks',
  method: 'GET',
  path: '/v1/webhook-calls/undelivered',
  may,
  tag,
  summary: 'What endpoints have not received, by endpoint and type of event, the longest waiting first',
  reply: z.object({ data: z.array(UndeliveredWebhooks) }),
})

export const getWebhookCall = endpoint({
  id: 'getWebhookCall',
  method: 'GET',
  path: '/v1/webhook-calls/:id',
  may,
  tag,
  summary: 'One call with its body and every answer',
  params: idParams,
  reply: WebhookCallInFull,
})

export const replayWebhookCall = endpoint({
  id: 'replayWebhookCall',
  method: 'POST',
  path: '/v1/webhook-calls/:id/replay',
  may,
  tag,
  summary: 'Send one event again',
  params: idParams,
  reply: z.object({ id: z.uuid().describe('The new call') }),
  idempotent: true,
})

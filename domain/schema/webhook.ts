import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { isWebhookPattern } from '../webhooks/types.ts'
import { WebhookEndpoint } from './webhook-endpoint.ts'

/** What became of a call. `undelivered`: no attempt is left. `replayed`: the same, and its event was sent again since. */
export const callStates = ['waiting', 'sending', 'sent', 'undelivered', 'replayed'] as const
export type CallState = (typeof callStates)[number]

/** After a rotation, calls may be signed with the old secret too for so long. */
export const mostOverlapHours = 168

/** User or password before the host. */
const hasPassword = (url: string) => /^https?:\/\/[^/?#]*@/.test(url)

const fields = {
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https://.' })
    .max(2000, 'At most 2,000 characters.')
    .refine((url) => !hasPassword(url), 'Leave out user and password: calls are signed instead.')
    .describe('Where events are posted to'),
  description: text(200).describe('What the endpoint is for'),
  types: z
    .array(z.string().refine(isWebhookPattern, { error: ({ input }) => `“${String(input)}” is no type of events.` }))
    .max(200, 'At most 200 types.')
    .transform((types) => [...new Set(types)])
    .describe('Types of events, such as delivery.created, or plan.* for all of a kind; empty for all'),
  depot_ids: z
    .array(z.uuid())
    .min(1, 'Choose at least one depot, or all of them.')
    .max(200, 'At most 200 depots.')
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .describe('Only events of these depots; null for all'),
}

/** How an endpoint does at the moment. */
export const WebhookHealth = z.object({
  waiting: z.int().describe('Calls that are not sent yet'),
  undelivered: z.int().describe('Calls that were given up, of those that the log keeps'),
  failing_since: Instant.nullable().describe('Since when no call succeeds'),
  last_sent_at: Instant.nullable(),
})

export const WebhookEndpointWithHealth = WebhookEndpoint.extend({ health: WebhookHealth }).meta({
  id: 'WebhookEndpointWithHealth',
})
export type WebhookEndpointWithHealth = z.infer<typeof WebhookEndpointWithHealth>

export const NewWebhookEndpoint = z
  .strictObject({
    ...fields,
    description: fields.description.default(''),
    types: fields.types.default([]),
    depot_ids: fields.depot_ids.default(null),
  })
  .meta({ id: 'NewWebhookEndpoint' })
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

export const WebhookEndpointChange = z
  .strictObject({
    ...fields,
    active: z.boolean(),
    resume_from: z
      .enum(['where_it_stopped', 'now'])
      .describe('For an endpoint that is turned on: send what happened meanwhile, or leave it out'),
  })
  .partial()
  .meta({ id: 'WebhookEndpointChange' })
export type WebhookEndpointChange = z.infer<typeof WebhookEndpointChange>

export const CreatedWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().describe('Signs every call; keep it, it is not shown again'),
}).meta({ id: 'CreatedWebhookEndpoint' })
export type CreatedWebhookEndpoint = z.infer<typeof CreatedWebhookEndpoint>

export const WebhookRotation = z
  .strictObject({ overlap_hours: z.int().min(0).max(mostOverlapHours).default(24) })
  .meta({ id: 'WebhookRotation' })

/** What an endpoint answered once. */
export const WebhookAnswer = z
  .object({
    at: Instant,
    took_ms: z.int(),
    status: z.int().nullable().describe('The HTTP status; null if there was no answer'),
    failure: z.string().nullable().describe('Why it does not count as sent, in a sentence'),
    answer: z.string().describe('The beginning of the answer'),
  })
  .meta({ id: 'WebhookAnswer' })
export type WebhookAnswer = z.infer<typeof WebhookAnswer>

/** An event on its way to an endpoint. */
export const WebhookCall = z
  .object({
    id: z.uuid(),
    endpoint_id: z.uuid(),
    event_id: z.uuid().describe('The `webhook-id` of every attempt'),
    type: z.string(),
    subject: z.object({ kind: z.string(), id: z.uuid() }),
    state: z.enum(callStates),
    attempts: z.int(),
    next_attempt_at: Instant.nullable(),
    status: z.int().nullable().describe('The HTTP status of the last attempt'),
    failure: z.string().nullable(),
    created_at: Instant,
    ended_at: Instant.nullable(),
  })
  .meta({ id: 'WebhookCall' })
export type WebhookCall = z.infer<typeof WebhookCall>
export const WebhookCallPage = page(WebhookCall).meta({ id: 'WebhookCallPage' })

export const WebhookCallInFull = WebhookCall.extend({
  body: z.record(z.string(), z.unknown()).nullable().describe('What is posted; null once the log has forgotten it'),
  answers: z.array(WebhookAnswer).describe('Every attempt, oldest first'),
}).meta({ id: 'WebhookCallInFull' })
export type WebhookCallInFull = z.infer<typeof WebhookCallInFull>

/** What one endpoint has not received of one type of events. */
export const UndeliveredWebhooks = z
  .object({
    endpoint_id: z.uuid(),
    url: z.string(),
    active: z.boolean(),
    type: z.string(),
    given_up: z.int().describe('No attempt is left; they go out again with a replay'),
    waiting: z.int().describe('Failed or held up so far, and will be tried again'),
    oldest_at: Instant.describe('Since when the oldest of them waits'),
    newest_at: Instant,
    answered_at: Instant.nullable().describe('When one of them was tried last'),
    status: z.int().nullable().describe('The HTTP status of the last attempt'),
    failure: z.string().nullable().describe('What went wrong in the last attempt, in a sentence'),
  })
  .meta({ id: 'UndeliveredWebhooks' })
export type UndeliveredWebhooks = z.infer<typeof UndeliveredWebhooks>

/** What is sent again: the calls that were given up, or everything that happened in a span. */
export const WebhookReplay = z
  .strictObject({
    since: Instant.optional().describe('From the beginning unless given'),
    until: Instant.optional().describe('Up to now unless given'),
    types: fields.types.optional().describe('Only events of these types'),
    only: z.enum(['undelivered', 'all']).default('undelivered'),
  })
  .refine(({ only, since }) => only === 'undelivered' || since !== undefined, {
    path: ['since'],
    error: 'Say since when, to send everything again.',
  })
  .refine(({ since, until }) => !since || !until || since < until, {
    path: ['until'],
    error: 'The end comes after the beginning.',
  })
  .meta({ id: 'WebhookReplay' })
export type WebhookReplay = z.infer<typeof WebhookReplay>

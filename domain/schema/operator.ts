import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { contactTopics } from './contact.ts'
import { Day, Instant } from '../time.ts'
import { AccountManager, tiers } from './workspace.ts'

/** How the installation does, in a few figures. */
export const OperatorOverview = z
  .object({
    version: z.string(),
    node: z.string(),
    database: z.string(),
    workspaces: z.int(),
    unanswered: z.int().describe('Contact messages that nobody marked as answered'),
    mail: z.object({
      is_sent: z.boolean().describe('Whether there is a mail server'),
      waiting: z.int(),
      failed: z.int(),
    }),
    mail_in: z
      .object({
        checked_at: Instant.nullable(),
        failing_since: Instant.nullable(),
        failure: z.string().nullable(),
        strays: z.int().describe('Mails that went to the address of no workspace'),
        last_stray_at: Instant.nullable(),
      })
      .nullable()
      .describe('The mailbox for orders; null without one'),
    tasks: z.object({ waiting: z.int(), running: z.int(), failed: z.int() }),
    paused_webhooks: z.int(),
  })
  .meta({ id: 'OperatorOverview' })
export type OperatorOverview = z.infer<typeof OperatorOverview>

/** A workspace as whoever runs the installation sees it: no delivery, and nobody who gets one. */
export const OperatorWorkspace = z
  .object({
    id: z.uuid(),
    name: z.string(),
    owner_email: z.string().nullable(),
    tier: z.enum(tiers),
    trial_ends_at: Instant,
    licenses: z.int().nullable(),
    account_manager: AccountManager.nullable(),
    created_at: Instant,
    members: z.int(),
    drivers: z.int().describe('Active ones'),
    deliveries: z.int().describe('Added this month, in UTC'),
    bytes_stored: z.int(),
    last_active_at: Instant.nullable().describe('When something changed last'),
  })
  .meta({ id: 'OperatorWorkspace' })
export type OperatorWorkspace = z.infer<typeof OperatorWorkspace>
export const OperatorWorkspacePage = page(OperatorWorkspace).meta({ id: 'OperatorWorkspacePage' })

/** What the operator changes of a workspace. */
export const OperatorWorkspaceChange = z
  .strictObject({
    tier: z.enum(tiers),
    licenses: z.int().min(1).max(100_000).nullable(),
    account_manager: AccountManager.nullable(),
    trial_ends_at: Instant.describe('At most a year from now'),
  })
  .partial()
  .meta({ id: 'OperatorWorkspaceChange' })
export type OperatorWorkspaceChange = z.infer<typeof OperatorWorkspaceChange>

/** What the installation had, and did, on a day. */
export const OperatorDay = z
  .object({
    day: Day,
    workspaces: z.int(),
    active_drivers: z.int(),
    bytes_stored: z.int(),
    deliveries: z.int().describe('Added on that day'),
    requests: z.int().describe('By API keys and apps'),
  })
  .meta({ id: 'OperatorDay' })
export type OperatorDay = z.infer<typeof OperatorDay>

/** What did not work, without the addresses of anybody. */
export const OperatorFailures = z
  .object({
    mails: z.array(z.object({ reason: z.string(), count: z.int(), last_at: Instant })),
    tasks: z.array(z.object({ name: z.string(), reason: z.string(), count: z.int(), last_at: Instant })),
    notifications: z
      .array(z.object({ workspace: z.string(), channel: z.string(), reason: z.string(), count: z.int() }))
      .describe('To recipients, in the last seven days'),
    webhooks: z
      .array(z.object({ workspace: z.string(), host: z.string(), why: z.string(), paused_at: Instant }))
      .describe('Paused because they fail'),
  })
  .meta({ id: 'OperatorFailures' })
export type OperatorFailures = z.infer<typeof OperatorFailures>

/** A message of the contact page. */
export const OperatorMessage = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    topic: z.enum(contactTopics),
    message: z.string(),
    is_spam: z.boolean(),
    received_at: Instant,
    answered_at: Instant.nullable(),
    answered_by: z.string().nullable(),
  })
  .meta({ id: 'OperatorMessage' })
export type OperatorMessage = z.infer<typeof OperatorMessage>
export const OperatorMessagePage = page(OperatorMessage).meta({ id: 'OperatorMessagePage' })

export const operatorSearch = text(100).optional().describe('A part of the name, or of the owner’s email')

import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { roles } from '../permissions.ts'
import { PushSubscription } from './push.ts'
import { Instant } from '../time.ts'

/** How a session's person proved who they are: with one factor, or with a second one too. */
export const AssuranceLevel = z.enum(['aal1', 'aal2']).meta({ id: 'AssuranceLevel' })
export type AssuranceLevel = z.infer<typeof AssuranceLevel>

/** The signed-in person, in any workspace or none. */
export const Account = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    created_at: Instant,
    last_sign_in_at: Instant.nullable(),
    deletion_due_at: Instant.nullable().describe('When the account will be deleted, or null'),
    aal: AssuranceLevel.describe('The level of this session'),
    has_second_factor: z.boolean().describe('Whether the person has set up a second factor'),
    workspaces: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        role: z.enum(roles),
        requires_two_factors: z.boolean(),
        is_open: z
          .boolean()
          .describe(
            'False while this session lacks a second factor that the workspace requires or that the person has set up',
          ),
      }),
    ),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

/** One sign-in on one device. */
export const AccountSession = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    last_used_at: Instant.describe('Time of the last refresh'),
    device: z.string().describe('Browser and system, such as “Chrome on Windows”'),
    ip: z.string().nullable().describe('The IP address it was last used from'),
    aal: AssuranceLevel,
    is_current: z.boolean().describe('Whether it is the session that makes this call'),
  })
  .meta({ id: 'AccountSession' })
export type AccountSession = z.infer<typeof AccountSession>

const remove = { action: z.literal('delete') }
const transfer = { action: z.literal('transfer'), new_owner_id: z.uuid().describe('Another member of the workspace') }

/** What happens to a workspace when its only owner leaves. */
export const WorkspaceChoice = z
  .discriminatedUnion('action', [z.strictObject(remove), z.strictObject(transfer)])
  .meta({ id: 'WorkspaceChoice' })
export type WorkspaceChoice = z.infer<typeof WorkspaceChoice>

/** What deleting the account would do, and whether it is scheduled. */
export const AccountDeletion = z
  .object({
    due_at: Instant.nullable().describe('When the account will be deleted, or null'),
    confirmation: z.string().describe('What to type as confirmation: the email address'),
    needs_sign_in: z.boolean().describe('Whether the person must sign in again first'),
    owned: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          deliveries: z.int(),
          others: z
            .array(z.object({ user_id: z.uuid(), name: z.string(), role: z.enum(roles) }))
            .describe('Its other members, any of whom can become the owner'),
          choice: WorkspaceChoice.nullable().describe('The choice made for it'),
        }),
      )
      .describe('Workspaces without another owner; each is deleted or transferred to another member'),
    shared: z
      .array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) }))
      .describe('Workspaces that the person only leaves'),
  })
  .meta({ id: 'AccountDeletion' })
export type AccountDeletion = z.infer<typeof AccountDeletion>

const id = z.uuid().describe('The workspace')

export const DeletionRequest = z
  .strictObject({
    confirmation: text(320).describe('The email address of the account'),
    workspaces: z
      .array(z.discriminatedUnion('action', [z.strictObject({ id, ...remove }), z.strictObject({ id, ...transfer })]))
      .max(1000)
      .default([])
      .describe('What happens to each workspace without another owner'),
  })
  .meta({ id: 'DeletionRequest' })
export type DeletionRequest = z.infer<typeof DeletionRequest>

const atInstant = { at: Instant }
const named = z.looseObject({})

/** All data about a person, as they download it. It contains no secrets and nobody else's data. */
export const AccountData = z
  .object({
    made_at: Instant,
    account: z.object({
      id: z.uuid(),
      email: z.string().nullable(),
      email_confirmed_at: Instant.nullable(),
      phone: z.string().nullable(),
      phone_confirmed_at: Instant.nullable(),
      new_email: z.string().nullable().describe('Not confirmed yet'),
      new_phone: z.string().nullable().describe('Not confirmed yet'),
      created_at: Instant,
      updated_at: Instant,
      last_sign_in_at: Instant.nullable(),
      deletion_due_at: Instant.nullable(),
      user_metadata: named,
      app_metadata: named,
    }),
    identities: z.array(
      z.object({
        provider: z.string(),
        provider_id: z.string(),
        email: z.string().nullable(),
        identity_data: named,
        created_at: Instant,
        last_sign_in_at: Instant.nullable(),
      }),
    ),
    second_factors: z.array(
      z.object({
        factor_type: z.string(),
        status: z.string(),
        friendly_name: z.string().nullable(),
        phone: z.string().nullable(),
        created_at: Instant,
      }),
    ),
    passkeys: z.array(
      z.object({ friendly_name: z.string().nullable(), created_at: Instant, last_used_at: Instant.nullable() }),
    ),
    sessions: z.array(AccountSession.omit({ device: true }).extend({ user_agent: z.string().nullable() })),
    devices: z.array(z.object({ first_seen_at: Instant })).describe('Devices that the person has signed in from'),
    security_log: z
      .array(
        z.object({
          ...atInstant,
          action: z.string(),
          by: z.enum(['you', 'somebody else']),
          ip: z.string().nullable(),
          user_agent: z.string().nullable(),
          detail: named,
        }),
      )
      .describe('What happened to the account, newest first'),
    workspaces: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        role: z.enum(roles),
        your_name: z.string(),
        member_since: Instant,
        handles_prescriptions: z.boolean().describe('Whether the person sees what prescriptions say'),
        delivery_events: z
          .array(z.object({ ...atInstant, kind: z.string(), delivery_number: z.int() }))
          .describe('What the person did to deliveries, newest first'),
        plans: z.array(z.object({ id: z.uuid(), day: z.string(), state: z.string(), created_at: Instant })),
        api_keys: z.array(
          z.object({ name: z.string(), prefix: z.string(), created_at: Instant, revoked_at: Instant.nullable() }),
        ),
        apps: z
          .array(
            z.object({
              name: z.string(),
              scopes: z.array(z.string()),
              allowed_at: Instant,
              last_used_at: Instant.nullable(),
            }),
          )
          .describe('The apps that the person allowed something'),
        positions: z
          .array(
            z.object({
              recorded_at: Instant,
              lat: z.number(),
              lng: z.number(),
              accuracy_m: z.number().nullable(),
              source: z.enum(['app', 'tracker']),
            }),
          )
          .describe('Where the person was during shifts as a driver, as far as it is still kept, newest first'),
        notifications: z
          .array(PushSubscription.omit({ id: true }))
          .describe('Browsers in which the person gets notifications'),
        alert_choices: named.nullable().describe('Where they want to be told of which alerts, once they chose'),
      }),
    ),
    left_out: z
      .object({ security_log: z.int(), delivery_events: z.int(), plans: z.int(), positions: z.int() })
      .describe('How many older entries were left out to limit the size'),
  })
  .meta({ id: 'AccountData' })
export type AccountData = z.infer<typeof AccountData>

import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { languages } from '../language.ts'
import { roles } from '../permissions.ts'
import { Instant, TimeOfDay, TimeZone } from '../time.ts'
import { AssuranceLevel } from './account.ts'
import { memberStates } from './member.ts'
import { Version } from './version.ts'

export const tiers = ['free', 'standard', 'enterprise'] as const

const settings = {
  name: text(100).min(1, 'Enter a name.'),
  time_zone: TimeZone,
  language: z
    .enum(languages, 'Choose a format from the list.')
    .describe('How dates, times and numbers are written, as a BCP 47 tag')
    .meta({ example: 'en-GB' }),
  start_time: TimeOfDay.describe('When a new driver’s shift starts'),
  end_time: TimeOfDay.describe('When a new driver’s shift ends'),
  speed_kmh: z.number().min(1).max(200).describe('Average driving speed for travel times'),
  fuel_l_per_km: z.number().min(0).max(5).describe('Liters of fuel per kilometer'),
  service_minutes: z.number().min(0).max(480).describe('Minutes at the door, unless set for a delivery'),
  get_ready_minutes: z
    .number()
    .min(0)
    .max(480)
    .describe('Minutes that drivers need before a route: today’s routes start no earlier than now plus this'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency code like USD.'),
  requires_two_factors: z.boolean().describe('Whether every member needs a second factor; API keys do not'),
  idle_minutes: z
    .int('Enter a whole number of minutes.')
    .min(1, 'At least 1 minute.')
    .max(720, 'At most 720 minutes.')
    .nullable()
    .describe('After so many minutes without use, the dashboard signs out; null if it never does'),
  logs_opening: z.boolean().describe('Whether the audit log says who opens confidential deliveries'),
}

/** Who looks after an Enterprise workspace. */
export const AccountManager = z
  .object({
    name: text(100).min(1, 'Enter a name.'),
    email: z.email('Enter an email address like name@example.com.').max(254),
    phone: text(40).nullable(),
  })
  .meta({ id: 'AccountManager' })
export type AccountManager = z.infer<typeof AccountManager>

export const Workspace = z
  .object({
    id: z.uuid(),
    ...settings,
    tier: z.enum(tiers),
    trial_ends_at: Instant,
    licenses: z.int().nullable().describe('On Standard: how many drivers can be given routes; null for all'),
    licensed_driver_ids: z
      .array(z.uuid())
      .describe('Who has a license if there are more active drivers; then come those who were added first'),
    planning_stops_at: Instant.nullable().describe('From when on nothing new is planned, because a payment failed'),
    account_manager: AccountManager.nullable().describe('Who looks after an Enterprise workspace'),
    sandbox_of: z.uuid().nullable().describe('If this is a sandbox, the workspace whose test keys work here'),
    created_at: Instant,
    version: Version,
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.infer<typeof Workspace>

export const WorkspaceChange = z
  .strictObject(settings)
  .partial()
  .refine((change) => !change.start_time || !change.end_time || change.start_time < change.end_time, {
    path: ['end_time'],
    message: 'The working day ends before it starts.',
  })
  .meta({ id: 'WorkspaceChange' })
export type WorkspaceChange = z.infer<typeof WorkspaceChange>

/** Who is signed in, and to which workspace. */
export const Me = z
  .object({
    user_id: z.uuid(),
    email: z.string(),
    role: z.enum(roles),
    driver_id: z.uuid().nullable().describe('The driver that the person is in this workspace, if any'),
    owner_name: z.string().nullable().describe('Who may be asked for more rights: the owner, or the first of several'),
    depot_ids: z.array(z.uuid()).nullable().describe('The only depots that the person has to do with; null for all'),
    handles_prescriptions: z.boolean().describe('Whether the person sees and changes what prescriptions say'),
    client: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('Whose deliveries somebody with the role client sees; null for everybody else'),
    aal: AssuranceLevel.describe('The level of this session'),
    frozen: z
      .object({ since: z.iso.datetime(), moves_to: z.string().nullable().describe('The address that it moves to') })
      .nullable()
      .describe('Nothing in the workspace can be changed, because it is being moved'),
    workspace: Workspace,
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

/** A workspace that a person belongs to, for them to choose. */
export const Membership = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(roles),
    state: z.enum(memberStates).describe('Nobody works in a workspace where they are suspended'),
    tier: z.enum(tiers),
    trial_ends_at: Instant,
    is_open: z
      .boolean()
      .describe(
        'False while this session lacks a second factor that the workspace requires or that the person has set up',
      ),
    last_used_at: Instant.nullable().describe('When you opened it last'),
  })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof Membership>

/** A workspace to be. What is left out is as for everybody who signs up. */
export const NewWorkspace = z
  .strictObject({
    name: settings.name,
    time_zone: settings.time_zone.optional(),
    language: settings.language.optional(),
    currency: settings.currency.optional(),
  })
  .meta({ id: 'NewWorkspace' })
export type NewWorkspace = z.infer<typeof NewWorkspace>

export const WorkspaceDeletion = z
  .strictObject({ confirmation: text(100).describe('The name of the workspace') })
  .meta({ id: 'WorkspaceDeletion' })

import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { roles, type Role } from '../permissions.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** Roles that somebody can be invited to. Ownership is transferred by an owner, to a member. */
export const invitedRoles = roles.filter((role): role is Exclude<Role, 'owner'> => role !== 'owner')
const InvitedRole = z.enum(invitedRoles, 'Choose a role. An owner is made by transferring the workspace to a member.')

export const invitationStates = ['open', 'accepted', 'withdrawn', 'expired'] as const
const InvitationState = z.enum(invitationStates)
export type InvitationState = z.infer<typeof InvitationState>

const goal = {
  role: InvitedRole,
  depot_ids: z
    .array(z.uuid())
    .nullable()
    .describe('The only depots that the member will have to do with; null for all'),
  client_id: z.uuid().nullable().describe('The client that the member will see the deliveries of; for the role client'),
  driver_id: z.uuid().nullable().describe('The driver that the member will be'),
  note: z.string().describe('What the invitation says besides'),
}

/** An invitation to a workspace. Its token is not part of it. */
export const Invitation = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    ...goal,
    state: InvitationState,
    invited_by: z.string().describe('The member who invited'),
    created_at: Instant,
    expires_at: Instant,
    sent_at: Instant.nullable().describe('When it was last sent; null if its link is handed over in another way'),
    sent_count: z.int(),
    failure: z.string().nullable().describe('Why the last text could not be sent'),
    accepted_at: Instant.nullable(),
    withdrawn_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

const note = text(1000).default('').describe('A few words that the invitation says besides')
const whoWill = {
  role: goal.role,
  depot_ids: z.array(z.uuid()).min(1).max(100).nullable().default(null).describe(goal.depot_ids.description!),
  client_id: goal.client_id.default(null),
  note,
}

export const mostInvitations = 1000

/** One or many invitations to the same role. Addresses are judged one by one, so that a wrong one stops no other. */
export const NewInvitations = z
  .strictObject({
    ...whoWill,
    addresses: z
      .array(z.string().max(1000))
      .max(mostInvitations)
      .default([])
      .describe('Email addresses, also as “Maya <maya@example.com>”; each gets an invitation'),
    link: z
      .boolean()
      .default(false)
      .describe('Whether to make an invitation without an address, for whoever has its link'),
  })
  .refine(({ addresses, link }) => addresses.length > 0 || link, {
    path: ['addresses'],
    message: 'Enter at least one address.',
  })
  .refine(({ role, client_id }) => (role === 'client') === (client_id !== null), {
    path: ['client_id'],
    message: 'Choose the client, for the role client and no other.',
  })
  .meta({ id: 'NewInvitations' })
export type NewInvitations = z.infer<typeof NewInvitations>

/** What became of an address. */
export const invitationOutcomes = [
  'invited',
  'refreshed',
  'member',
  'repeated',
  'not_an_address',
  'no_room',
  'too_many_today',
] as const

export const InvitationsReply = z
  .object({
    results: z
      .array(
        z.object({
          address: z.string().nullable().describe('As it was read; null for a link'),
          outcome: z
            .enum(invitationOutcomes)
            .describe(
              'refreshed: had an open invitation, which now says what this one says; no_room: the limit of members is reached',
            ),
          invitation_id: z.uuid().nullable(),
        }),
      )
      .describe('In the order of the addresses; the link last'),
    link: z.string().nullable().describe('The link, if one was asked for'),
    by_mail: z.boolean().describe('Whether this server can send mail; otherwise, hand the links over yourself'),
  })
  .meta({ id: 'InvitationsReply' })
export type InvitationsReply = z.infer<typeof InvitationsReply>

/** How a driver is invited. Without an address, only by link. */
export const NewDriverInvitation = z
  .strictObject({
    email: z.email('Enter an email address like name@example.com.').max(254).nullable().default(null),
    phone: z.string().max(40).nullable().default(null).describe('Gets a text; with its country code'),
    note,
  })
  .refine(({ email, phone }) => !(email && phone), { path: ['phone'], message: 'Choose one way: email or text.' })
  .meta({ id: 'NewDriverInvitation' })
export type NewDriverInvitation = z.infer<typeof NewDriverInvitation>

export const InvitationLink = z.object({ link: z.string(), expires_at: Instant }).meta({ id: 'InvitationLink' })

/** A code that signs a driver's phone in once. The code itself is in one reply only. */
export const DriverCode = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid(),
    state: z.enum(['open', 'used', 'withdrawn', 'expired']),
    made_by: z.string(),
    created_at: Instant,
    expires_at: Instant,
    used_at: Instant.nullable(),
    device: z.string().nullable().describe('Browser and system of the phone that used it'),
    version: Version,
  })
  .meta({ id: 'DriverCode' })
export type DriverCode = z.infer<typeof DriverCode>

export const NewDriverCode = DriverCode.extend({
  link: z.string().describe('What the code says: the page that signs the phone in'),
  picture: z.string().describe('The link as a QR code, as SVG'),
}).meta({ id: 'NewDriverCode' })
export type NewDriverCode = z.infer<typeof NewDriverCode>

/** How a driver signs in, and what is on its way. */
export const DriverAccount = z
  .object({
    member: z
      .object({
        user_id: z.uuid(),
        name: z.string(),
        role: z.enum(roles),
        since: Instant.describe('Member since'),
        signs_in_by_code: z.boolean().describe('Whether only codes open the account'),
      })
      .nullable(),
    invitation: Invitation.nullable().describe('The open one, or one that has expired'),
    code: DriverCode.nullable().describe('The newest one'),
    by_text: z.boolean().describe('Whether this server can send texts'),
    by_mail: z.boolean().describe('Whether this server can send mail'),
  })
  .meta({ id: 'DriverAccount' })
export type DriverAccount = z.infer<typeof DriverAccount>

/** What somebody shows who was invited. */
const token = z.string().min(1).max(200).describe('What stands behind the # of the link')
export const WithToken = z.strictObject({ token })

/** What a link leads to, for whoever has it. */
export const InvitationShown = z
  .object({
    kind: z.enum(['invitation', 'code']),
    state: z.enum([...invitationStates, 'used']),
    workspace: z.string(),
    role: z.enum(roles),
    invited_by: z.string(),
    driver: z.string().nullable().describe('The name of the driver that the member will be'),
    note: z.string(),
    email: z.string().nullable().describe('The only address that can accept it'),
    expires_at: Instant,
    asks_for_two_factors: z.boolean().describe('Whether every member of the workspace needs a second factor'),
    can_join_at_once: z.boolean().describe('Whether it signs this device in without an account of one’s own'),
    proves_address: z.boolean().describe('Whether a new account with the address needs no confirmation'),
  })
  .meta({ id: 'InvitationShown' })
export type InvitationShown = z.infer<typeof InvitationShown>

export const Accepted = z
  .object({
    workspace_id: z.uuid(),
    workspace: z.string(),
    role: z.enum(roles),
    outcome: z.enum(['joined', 'tied', 'was_member']).describe('tied: a member became a driver too'),
  })
  .meta({ id: 'Accepted' })
export type Accepted = z.infer<typeof Accepted>

/** A session, as the sign-in service gives it. */
export const JoinedAtOnce = Accepted.extend({
  session: z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() }),
}).meta({ id: 'JoinedAtOnce' })
export type JoinedAtOnce = z.infer<typeof JoinedAtOnce>

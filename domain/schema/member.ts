import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { roles } from '../permissions.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

export const memberStates = ['active', 'suspended'] as const
export type MemberState = (typeof memberStates)[number]

/** The roles that a member can be given. Ownership is handed over, and both sides confirm. */
export const assignableRoles = roles.filter((role) => role !== 'owner')

/** Somebody who belongs to a workspace. */
export const Member = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    role: z.enum(roles),
    state: z.enum(memberStates).describe('Somebody who is suspended cannot do anything in the workspace'),
    suspended_at: Instant.nullable(),
    suspended_by: z.string().nullable().describe('The name of whoever suspended the member'),
    depot_ids: z.array(z.uuid()).nullable().describe('The only depots that the member has to do with; null for all'),
    client_id: z.uuid().nullable().describe('With the role client, whose deliveries the member sees'),
    handles_prescriptions: z
      .boolean()
      .describe('Whether the member sees and changes what prescriptions say; owners do in any case'),
    created_at: Instant.describe('Since when they belong to the workspace'),
    version: Version,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** A member with what only owners and admins see of the account. */
export const TeamMember = Member.extend({
  email: z.string().nullable().describe('For owners and admins only'),
  phone: z.string().nullable().describe('For owners and admins only'),
  last_seen_at: Instant.nullable().describe('To the minute; for owners and admins only'),
  has_second_factor: z.boolean().nullable().describe('For owners and admins only'),
  driver: z
    .object({ id: z.uuid(), name: z.string(), active: z.boolean() })
    .nullable()
    .describe('The driver’s record that the member is tied to'),
}).meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

export const TeamMemberPage = page(TeamMember).meta({ id: 'TeamMemberPage' })

export const MemberChange = z
  .strictObject({
    name: text(100).min(1, 'Enter a name.'),
    role: z.enum(assignableRoles, 'Choose a role from the list. Ownership is handed over with an offer.'),
    depot_ids: z
      .array(z.uuid())
      .min(1, 'Choose at least one depot, or all.')
      .max(200)
      .nullable()
      .describe('The only depots that the member has to do with; null for all'),
    client_id: z.uuid().nullable().describe('With the role client, and only then: whose deliveries the member sees'),
    handles_prescriptions: z
      .boolean()
      .describe('With the role admin, dispatcher or viewer; only owners grant it. Another role ends it'),
  })
  .partial()
  .meta({ id: 'MemberChange' })
export type MemberChange = z.infer<typeof MemberChange>

/** An owner's offer to hand the workspace over to another member. */
export const OwnershipOffer = z
  .object({
    id: z.uuid(),
    from: z.object({ user_id: z.uuid(), name: z.string() }),
    to: z.object({ user_id: z.uuid(), name: z.string() }),
    created_at: Instant,
    expires_at: Instant,
  })
  .meta({ id: 'OwnershipOffer' })
export type OwnershipOffer = z.infer<typeof OwnershipOffer>

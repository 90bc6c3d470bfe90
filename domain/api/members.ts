import { z } from 'zod'
import { roles } from '../permissions.ts'
import { MemberChange, memberStates, OwnershipOffer, TeamMember, TeamMemberPage } from '../schema/member.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Members'

export const listMembers = endpoint({
  id: 'listMembers',
  method: 'GET',
  path: '/v1/members',
  may: 'see_operations',
  tag,
  summary: 'List members by name',
  query: z.strictObject({
    q: z.string().max(200).optional().describe('Words of the name; for owners and admins, of the email address too'),
    role: z.enum(roles).optional(),
    state: z.enum(memberStates).optional(),
    depot_id: z.uuid().optional().describe('Only those who are limited to this depot, and maybe to others'),
    ...pageQuery,
  }),
  reply: TeamMemberPage,
})

export const getMember = endpoint({
  id: 'getMember',
  method: 'GET',
  path: '/v1/members/:id',
  may: 'see_operations',
  tag,
  summary: 'One member, by the id of the user',
  params: idParams,
  reply: TeamMember,
  record: 'shown',
})

export const changeMember = endpoint({
  id: 'changeMember',
  method: 'PATCH',
  path: '/v1/members/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Change a member’s role, name or depots; their open pages and sockets follow at once',
  params: idParams,
  body: MemberChange,
  reply: TeamMember,
  record: 'changed',
})

export const suspendMember = endpoint({
  id: 'suspendMember',
  method: 'POST',
  path: '/v1/members/:id/suspend',
  may: 'manage_workspace',
  tag,
  summary: 'Suspend a member: nothing works for them any more, and API keys that they made are revoked',
  params: idParams,
  reply: TeamMember,
  record: 'changed',
  addsNothing: () => true,
})

export const resumeMember = endpoint({
  id: 'resumeMember',
  method: 'POST',
  path: '/v1/members/:id/resume',
  may: 'manage_workspace',
  tag,
  summary: 'Let a suspended member in again; revoked API keys stay revoked',
  params: idParams,
  reply: TeamMember,
  record: 'changed',
  addsNothing: () => true,
})

export const removeMember = endpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/v1/members/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Remove a member; their work stays, and API keys that they made are revoked',
  params: idParams,
})

export const leaveWorkspace = endpoint({
  id: 'leaveWorkspace',
  method: 'DELETE',
  path: '/v1/me/membership',
  may: 'see_workspace',
  tag,
  summary: 'Leave the workspace',
})

const offerReply = z.object({ offer: OwnershipOffer.nullable() })

export const getOwnershipOffer = endpoint({
  id: 'getOwnershipOffer',
  method: 'GET',
  path: '/v1/ownership-offer',
  may: 'see_workspace',
  tag,
  summary: 'The open offer to hand over the workspace, for its two sides, owners and admins; null for others',
  reply: offerReply,
})

export const offerOwnership = endpoint({
  id: 'offerOwnership',
  method: 'PUT',
  path: '/v1/ownership-offer',
  may: 'manage_billing',
  tag,
  summary: 'Offer the workspace to another member; needs a recent sign-in, and lapses after 7 days',
  body: z.strictObject({ to: z.uuid().describe('The id of the member’s user') }),
  reply: OwnershipOffer,
})

export const withdrawOwnershipOffer = endpoint({
  id: 'withdrawOwnershipOffer',
  method: 'DELETE',
  path: '/v1/ownership-offer',
  may: 'manage_billing',
  tag,
  summary: 'Withdraw the offer',
})

export const acceptOwnership = endpoint({
  id: 'acceptOwnership',
  method: 'POST',
  path: '/v1/ownership-offer/accept',
  may: 'see_workspace',
  tag,
  summary: 'Become the owner; the former one becomes an admin',
  body: z.strictObject({ id: z.uuid().describe('The offer') }),
  addsNothing: () => true,
})

export const declineOwnership = endpoint({
  id: 'declineOwnership',
  method: 'POST',
  path: '/v1/ownership-offer/decline',
  may: 'see_workspace',
  tag,
  summary: 'Decline the offer',
  body: z.strictObject({ id: z.uuid().describe('The offer') }),
  addsNothing: () => true,
})

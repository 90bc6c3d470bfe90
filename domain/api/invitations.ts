import { z } from 'zod'
import {
  Accepted,
  DriverAccount,
  DriverCode,
  Invitation,
  InvitationLink,
  InvitationShown,
  InvitationsReply,
  JoinedAtOnce,
  NewDriverCode,
  NewDriverInvitation,
  NewInvitations,
  WithToken,
} from '../schema/invitation.ts'
import { endpoint, idParams, page, pageQuery } from './endpoint.ts'

const tag = 'Invitations'

export const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/v1/invitations',
  may: 'manage_workspace',
  tag,
  summary: 'Invitations to the workspace, newest first',
  query: z.strictObject({
    state: z.enum(['waiting', 'all']).default('waiting').describe('waiting: neither accepted nor withdrawn'),
    ...pageQuery,
  }),
  reply: page(Invitation).meta({ id: 'InvitationPage' }),
})

// Its reply can hold a link, but only one that is asked for again in the same way.
export const createInvitations = endpoint({
  id: 'createInvitations',
  method: 'POST',
  path: '/v1/invitations',
  may: 'manage_workspace',
  tag,
  summary: 'Invite people by email, or make a link that invites; each address says what became of it',
  body: NewInvitations,
  reply: InvitationsReply,
})

export const resendInvitation = endpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/v1/invitations/:id/resend',
  may: 'invite_drivers',
  tag,
  summary: 'Send an invitation again; it then lasts for another 7 days',
  params: idParams,
  reply: Invitation,
  record: 'shown',
})

export const withdrawInvitation = endpoint({
  id: 'withdrawInvitation',
  method: 'POST',
  path: '/v1/invitations/:id/withdraw',
  may: 'invite_drivers',
  tag,
  summary: 'Withdraw an invitation; its links stop working immediately',
  params: idParams,
  reply: Invitation,
  record: 'shown',
  addsNothing: () => true,
})

export const getInvitationLink = endpoint({
  id: 'getInvitationLink',
  method: 'POST',
  path: '/v1/invitations/:id/link',
  may: 'invite_drivers',
  tag,
  summary: 'The link of an open invitation, to hand over in another way',
  params: idParams,
  reply: InvitationLink,
  addsNothing: () => true,
})

export const getDriverAccount = endpoint({
  id: 'getDriverAccount',
  method: 'GET',
  path: '/v1/drivers/:id/account',
  may: 'invite_drivers',
  tag,
  summary: 'How a driver signs in: the account, the open invitation and the newest code',
  params: idParams,
  reply: DriverAccount,
})

export const inviteDriver = endpoint({
  id: 'inviteDriver',
  method: 'POST',
  path: '/v1/drivers/:id/invitation',
  may: 'invite_drivers',
  tag,
  summary: 'Invite a driver by email, by text or by link; replaces an open invitation of the driver',
  params: idParams,
  body: NewDriverInvitation,
  reply: Invitation,
  status: 201,
  record: 'shown',
})

export const createDriverCode = endpoint({
  id: 'createDriverCode',
  method: 'POST',
  path: '/v1/drivers/:id/code',
  may: 'invite_drivers',
  tag,
  summary: 'Make a QR code that signs the driver’s phone in once, within 5 minutes; replaces an earlier one',
  params: idParams,
  reply: NewDriverCode,
  status: 201,
  record: 'shown',
})

export const withdrawDriverCode = endpoint({
  id: 'withdrawDriverCode',
  method: 'DELETE',
  path: '/v1/drivers/:id/code',
  may: 'invite_drivers',
  tag,
  summary: 'Withdraw the code of a driver that nobody has used yet',
  params: idParams,
  reply: DriverCode.nullable(),
})

export const lookAtInvitation = endpoint({
  id: 'lookAtInvitation',
  method: 'POST',
  path: '/v1/invitations/look',
  may: 'anybody',
  tag,
  summary: 'Who invites to what, for whoever has the link',
  body: WithToken,
  reply: InvitationShown,
  addsNothing: () => true,
})

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  may: 'fully_signed_in',
  tag,
  summary: 'Join the workspace that an invitation is for',
  body: z.union([WithToken, z.strictObject({ id: z.uuid().describe('Of an invitation to one’s own address') })]),
  reply: Accepted,
})

export const listOwnInvitations = endpoint({
  id: 'listOwnInvitations',
  method: 'GET',
  path: '/v1/account/invitations',
  may: 'fully_signed_in',
  tag,
  summary: 'Open invitations to your confirmed email address',
  reply: z.object({ data: z.array(InvitationShown.extend({ id: z.uuid() })) }),
})

export const joinAtOnce = endpoint({
  id: 'joinAtOnce',
  method: 'POST',
  path: '/v1/invitations/join',
  may: 'anybody',
  tag,
  summary: 'Sign in as the driver that a QR code or a text is for, without an account of one’s own',
  body: WithToken,
  reply: JoinedAtOnce,
})

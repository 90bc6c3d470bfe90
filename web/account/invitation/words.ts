import type { Role } from '#domain/permissions.ts'
import type { InvitationShown } from '#domain/schema/invitation.ts'
import { CallError } from '#web/lib/call.ts'
import { unexpected } from '../sentences.ts'

const roles: Record<Role, { name: string; may: string }> = {
  owner: { name: 'the owner', may: 'You can do everything.' },
  admin: { name: 'an admin', may: 'You can do everything except billing, and manage the team.' },
  dispatcher: { name: 'a dispatcher', may: 'You can change deliveries, plans, drivers and vehicles.' },
  driver: { name: 'a driver', may: 'You see your own route and its deliveries.' },
  viewer: { name: 'a viewer', may: 'You see everything and change nothing.' },
  client: { name: 'a client', may: 'You see and add your own deliveries.' },
}

/** a dispatcher */
export const roleName = (role: Role): string => roles[role].name
export const roleMay = (role: Role): string => roles[role].may

type Ended = { title: string; reason: string }

/** Why a link no longer works. Undefined for one that does. */
export function endOf({ kind, state, invited_by, workspace }: InvitationShown): Ended | undefined {
  if (state === 'open') return undefined
  if (kind === 'code') {
    return state === 'used'
      ? {
          title: 'This code has been used',
          reason: 'A code signs in one phone, once. Ask your dispatcher for a new one.',
        }
      : { title: 'This code has expired', reason: 'Codes last 5 minutes. Ask your dispatcher for a new one.' }
  }
  if (state === 'withdrawn') {
    return {
      title: 'This invitation was withdrawn',
      reason: `${invited_by}’s invitation to ${workspace} no longer works. Ask them for a new one if that was a mistake.`,
    }
  }
  if (state === 'expired') {
    return {
      title: 'This invitation has expired',
      reason: `Invitations last 7 days. Ask ${invited_by} to send the one to ${workspace} again; this link will then work.`,
    }
  }
  return {
    title: 'This invitation has been accepted',
    reason: `If that was you, open ${workspace}. Otherwise, ask ${invited_by} for an invitation of your own.`,
  }
}

/** The sentence for a refused call, for whoever was invited. */
export function sentenceForJoining(error: unknown, invitedBy: string): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : unexpected
  if (error.code === 'quota_reached') {
    return `This workspace has as many members as it may have. Ask ${invitedBy} to make room, then try again.`
  }
  if (error.code === 'member_taken') return 'You are another driver of this workspace already. Ask your dispatcher.'
  if (error.code === 'driver_has_account') return 'Somebody is signed in as this driver already. Ask your dispatcher.'
  if (error.code === 'driver_inactive') return 'This driver is not active any more. Ask your dispatcher.'
  return error.message
}

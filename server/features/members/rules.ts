import { AppError } from '#domain/errors.ts'
import { mayHandlePrescriptions, type Role } from '#domain/permissions.ts'
import type { Member } from '#domain/schema/member.ts'

/**
 * Admins leave owners alone.
 * @throws AppError `owner_only`
 */
export function checkMayTouch(self: Pick<Member, 'role'>, member: Pick<Member, 'role'>): void {
  if (member.role === 'owner' && self.role !== 'owner') throw new AppError('owner_only')
}

/**
 * Only an owner lets somebody handle prescriptions: an admin could give themselves the right. Anybody who manages the team
 * may take it away.
 * @throws AppError `owner_grants`, `validation_failed`
 */
export function checkMayGrant(self: Pick<Member, 'role'>, role: Role, isGranted: boolean): void {
  if (!isGranted) return
  if (self.role !== 'owner') throw new AppError('owner_grants')
  if (mayHandlePrescriptions(role)) return
  const message =
    role === 'owner'
      ? 'Owners handle prescriptions in any case.'
      : 'Only admins, dispatchers and viewers can handle prescriptions.'
  throw new AppError('validation_failed', { errors: [{ path: 'handles_prescriptions', message }] })
}

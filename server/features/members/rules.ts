import { AppError } from '#domain/errors.ts'
import type { Member } from '#domain/schema/member.ts'

/**
 * Admins leave owners alone.
 * @throws AppError `owner_only`
 */
export function checkMayTouch(self: Pick<Member, 'role'>, member: Pick<Member, 'role'>): void {
  if (member.role === 'owner' && self.role !== 'owner') throw new AppError('owner_only')
}

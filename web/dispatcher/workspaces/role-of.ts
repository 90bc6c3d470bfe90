import type { Membership } from '#domain/schema/workspace.ts'
import { roleWords } from '../team/members/role-words.ts'

/** What the person is in a workspace, in a word. */
export function roleOf({ role, state }: Pick<Membership, 'role' | 'state'>): string {
  return state === 'suspended' ? 'Suspended' : roleWords[role].label
}

/** With more than these, a list is searched rather than looked through. */
export const manyWorkspaces = 7

/** Those whose name contains what was typed. */
export function named<M extends { name: string }>(memberships: readonly M[], typed: string): M[] {
  const text = typed.trim().toLowerCase()
  return memberships.filter(({ name }) => name.toLowerCase().includes(text))
}

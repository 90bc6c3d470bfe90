import type { KeyRole } from '#domain/permissions.ts'
import type { ApiKey } from '#domain/schema/api-key.ts'

const roles = { read_write: 'dispatcher', read_only: 'viewer' } as const satisfies Record<ApiKey['access'], KeyRole>

/** The role of a key with this access. */
export function roleOf(access: ApiKey['access']): KeyRole {
  return roles[access]
}

export function accessOf(role: KeyRole): ApiKey['access'] {
  return role === 'dispatcher' ? 'read_write' : 'read_only'
}

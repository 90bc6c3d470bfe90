import { may, roles, type Action, type Role } from '#domain/permissions.ts'
import type { WireActor } from '../http/callers/wire.ts'

/** What somebody does: the first three to buckets, the others to the objects in them. */
export type Deed = 'see_buckets' | 'manage_buckets' | 'read' | 'add' | 'change' | 'remove'

type Grant = {
  who: readonly Role[]
  may: readonly Deed[]
  /** Only in this bucket; in every bucket of the workspace if absent. */
  bucket?: string
  /** Only under the folder that bears the caller's own id, such as `<id>/photo.jpg`. */
  ownFolder?: true
}

/**
 * Who may do what in the buckets of their workspace: all of it is here. Objects of public buckets are read by anybody, and
 * whoever holds the secret key may do everything.
 */
export const grants: readonly Grant[] = [
  { who: ['owner', 'admin'], may: ['manage_buckets'] },
  { who: ['owner', 'admin', 'dispatcher'], may: ['see_buckets', 'read', 'add', 'change', 'remove'] },
  { who: ['viewer'], may: ['see_buckets', 'read'] },
  // Proof is added and never replaced, and drivers see their own.
  { who: ['driver'], may: ['read', 'add'], bucket: 'proofs', ownFolder: true },
  { who: roles, may: ['read'], bucket: 'avatars' },
  { who: roles, may: ['add', 'change', 'remove'], bucket: 'avatars', ownFolder: true },
]

/** Buckets that a workspace has from the first upload to them on, unless it made one of that name itself. */
export const productBuckets: Record<string, { fileSizeLimit: number; allowedTypes: string[] }> = {
  proofs: { fileSizeLimit: 25_000_000, allowedTypes: ['image/*', 'application/pdf'] },
  avatars: { fileSizeLimit: 5_000_000, allowedTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  documents: {
    fileSizeLimit: 50_000_000,
    allowedTypes: ['application/pdf', 'image/*', 'text/plain', 'text/csv'],
  },
}

type Where = { bucket: string; name?: string }

/** What else an API key must be allowed: a role alone would give it more than its scopes. */
const neededByKeys: Record<Deed, Action> = {
  see_buckets: 'see_operations',
  read: 'see_operations',
  manage_buckets: 'manage_workspace',
  add: 'change_deliveries',
  change: 'change_deliveries',
  remove: 'change_deliveries',
}

/** Whether somebody may do this to an object, or, without `name`, to the bucket or to anything in it. */
export function mayDo(actor: WireActor, deed: Deed, { bucket, name }: Where): boolean {
  if (actor.kind === 'anon') return false
  if (actor.kind === 'operator') return true
  if (actor.kind === 'key' && !may(actor, neededByKeys[deed])) return false
  return grants.some(
    (grant) =>
      grant.who.some((role) => role === actor.role || (role === 'driver' && Boolean(actor.driverId))) &&
      grant.may.includes(deed) &&
      (grant.bucket === undefined || grant.bucket === bucket) &&
      (!grant.ownFolder || name?.startsWith(`${actor.userId}/`) === true),
  )
}

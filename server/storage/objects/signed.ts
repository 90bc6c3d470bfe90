import { errors } from 'jose'
import type { Deps } from '../../deps.ts'
import { StorageError } from '../protocol/errors.ts'

/** What a signed address lets its holder do, and in which workspace. */
export type Signed = {
  /** The bucket and the key, as in `bucket/folder/name`. */
  url: string
  workspaceId: string
  expiresAt: Date
  upsert: boolean
  owner: string | null
}

type Scope = 'download' | 'upload'
type Address = { bucketId: string; name: string }
type Keys = Pick<Deps, 'keys' | 'now'>

export const pathOf = ({ bucketId, name }: Address): string => `${bucketId}/${name}`

/** A token that opens one address. Only `signed` claims, so that its holder cannot do more. */
export function signAddress(
  { keys, now }: Keys,
  scope: Scope,
  {
    seconds,
    ...claims
  }: {
    url: string
    workspace: string
    seconds: number
    upsert?: boolean
    owner?: string | null
    transformations?: object
  },
): string {
  const issuedAt = Math.floor(now().getTime() / 1000)
  const { owner, ...others } = claims
  return keys.addresses.sign({ ...others, ...(owner && { owner }), scope, iat: issuedAt, exp: issuedAt + seconds })
}

/**
 * What a token says, if it is for this address.
 * @throws StorageError `bad_signature`, `other_path`
 */
export async function readSigned({ keys }: Keys, token: string, scope: Scope, address?: Address): Promise<Signed> {
  const claims = await keys.addresses.verify(token).catch((error: unknown) => {
    throw new StorageError('bad_signature', sentenceOf(error))
  })
  const { url, workspace, exp, upsert, owner } = claims
  // One that lets somebody upload does not let them download.
  if (claims.scope !== scope) throw new StorageError('other_path')
  if (address && url !== pathOf(address)) throw new StorageError('other_path')
  return {
    url: String(url),
    workspaceId: String(workspace),
    expiresAt: new Date(exp! * 1000),
    upsert: upsert === true,
    owner: typeof owner === 'string' ? owner : null,
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return '"exp" claim timestamp check failed'
  return error instanceof errors.JWSSignatureVerificationFailed ? error.message : 'Invalid Compact JWS'
}

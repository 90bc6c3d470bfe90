import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { AuthApiKeyTable } from '../../db/tables/auth/keys.ts'
import type { Sealer } from './sealing.ts'
import { readJwk, type SigningKey } from './signing-keys.ts'

/** The keys that Karta made, which are in the database. */
export type StoredKeys = {
  signingKeys: SigningKey[]
  publishableKey: string
  secretKey: string
  /** Signs addresses of stored objects. Undefined until the first start that makes it. */
  storageKey: string | undefined
}

const madeAlgorithm = 'ES256'

/** What the keys are sealed for. */
export const jwkContext = (kid: string) => `auth.signing_keys.sealed_jwk ${kid}`
export const apiKeyContext = (kind: string) => `auth.api_keys.sealed_key ${kind}`

/** Makes the keys that do not exist yet. Two servers that start at the same time agree on one set. */
export async function ensureKeys(trx: Trx, sealer: Sealer, now: Date): Promise<void> {
  await trx
    .insertInto('auth.signing_keys')
    .values({ ...(await newKey(sealer)), active: true, created_at: now })
    // A constant: without it, a prepared statement does not find the partial index.
    .onConflict((conflict) => conflict.column('active').where('active', '=', sql.lit(true)).doNothing())
    .execute()
  await trx
    .insertInto('auth.api_keys')
    .values([
      newApiKey(sealer, 'publishable', randomBytes(24), now),
      newApiKey(sealer, 'secret', randomBytes(32), now),
      newApiKey(sealer, 'storage', randomBytes(32), now),
    ])
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute()
}

async function newKey(sealer: Sealer) {
  const { privateKey } = await generateKeyPair(madeAlgorithm, { extractable: true })
  const kid = randomUUID()
  return { kid, algorithm: madeAlgorithm, sealed_jwk: sealJwk(sealer, kid, await exportJWK(privateKey)) }
}

function newApiKey(sealer: Sealer, kind: AuthApiKeyTable['kind'], random: Buffer, now: Date) {
  return { kind, sealed_key: sealApiKey(sealer, kind, `sb_${kind}_${random.toString('base64url')}`), created_at: now }
}

const sealJwk = (sealer: Sealer, kid: string, jwk: object) => sealer.seal(JSON.stringify(jwk), jwkContext(kid))
const sealApiKey = (sealer: Sealer, kind: string, key: string) => sealer.seal(key, apiKeyContext(kind))

/** Seals keys that an older Karta left as they were. Says whether there were any. */
export async function sealPlainKeys(trx: Trx, sealer: Sealer): Promise<boolean> {
  const jwks = await trx
    .selectFrom('auth.signing_keys')
    .select(['kid', 'private_jwk'])
    .where('private_jwk', 'is not', null)
    .execute()
  for (const { kid, private_jwk } of jwks) {
    await trx
      .updateTable('auth.signing_keys')
      .set({ private_jwk: null, sealed_jwk: sealJwk(sealer, kid, private_jwk!) })
      .where('kid', '=', kid)
      .execute()
  }
  const apiKeys = await trx.selectFrom('auth.api_keys').select(['kind', 'key']).where('key', 'is not', null).execute()
  for (const { kind, key } of apiKeys) {
    await trx
      .updateTable('auth.api_keys')
      .set({ key: null, sealed_key: sealApiKey(sealer, kind, key!) })
      .where('kind', '=', kind)
      .execute()
  }
  return jwks.length + apiKeys.length > 0
}

/** The signing keys that tokens may name, newest first, and the two API keys. */
export async function readKeys(trx: Trx, sealer: Sealer): Promise<StoredKeys> {
  const rows = await trx.selectFrom('auth.signing_keys').selectAll().orderBy('created_at', 'desc').execute()
  const apiKeys = await trx.selectFrom('auth.api_keys').selectAll().execute()
  const found = (kind: string) => {
    const sealed = apiKeys.find((row) => row.kind === kind)?.sealed_key
    return sealed ? sealer.open(sealed, apiKeyContext(kind)) : undefined
  }
  return {
    signingKeys: rows.map(({ kid, sealed_jwk, active }) => {
      const jwk = JSON.parse(sealer.open(sealed_jwk!, jwkContext(kid))) as JWK
      return readJwk({ ...jwk, kid, key_ops: active ? ['sign'] : [] })
    }),
    publishableKey: found('publishable')!,
    secretKey: found('secret')!,
    storageKey: found('storage'),
  }
}

/** A signing key as an operator sees it. */
export type ListedKey = {
  kid: string
  algorithm: string
  active: boolean
  created_at: string
  replaced_at: string | null
}

/** Every signing key, newest first. */
export function listKeys(trx: Trx): Promise<ListedKey[]> {
  return trx
    .selectFrom('auth.signing_keys')
    .select(['kid', 'algorithm', 'active', 'created_at', 'replaced_at'])
    .orderBy('created_at', 'desc')
    .execute()
}

/** Adds a key that signs from now on, and returns its id. The previous one is accepted until it is retired. */
export async function rotateKeys(trx: Trx, sealer: Sealer, now: Date): Promise<string> {
  const made = await newKey(sealer)
  await trx
    .updateTable('auth.signing_keys')
    .set({ active: false, replaced_at: now })
    .where('active', '=', true)
    .execute()
  await trx
    .insertInto('auth.signing_keys')
    .values({ ...made, active: true, created_at: now })
    .execute()
  return made.kid
}

/** Deletes keys that were replaced before `before`, or only `kid` if given. Their tokens are no longer accepted. */
export async function retireKeys(trx: Trx, { before, kid }: { before: Date; kid?: string }): Promise<string[]> {
  const retired = await trx
    .deleteFrom('auth.signing_keys')
    .where('active', '=', false)
    .where('replaced_at', '<=', before.toISOString())
    .$if(kid !== undefined, (query) => query.where('kid', '=', kid!))
    .returning('kid')
    .execute()
  return retired.map((row) => row.kid)
}

import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { readJwk, type SigningKey } from './signing-keys.ts'

/** The keys that Karta made, which are in the database. */
export type StoredKeys = { signingKeys: SigningKey[]; publishableKey: string; secretKey: string }

const madeAlgorithm = 'ES256'

/** Makes the keys that do not exist yet. Two servers that start at the same time agree on one set. */
export async function ensureKeys(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto('auth.signing_keys')
    .values({ ...(await newKey()), active: true, created_at: now })
    // A constant: without it, a prepared statement does not find the partial index.
    .onConflict((conflict) => conflict.column('active').where('active', '=', sql.lit(true)).doNothing())
    .execute()
  await trx
    .insertInto('auth.api_keys')
    .values([
      { kind: 'publishable', key: `sb_publishable_${randomBytes(24).toString('base64url')}`, created_at: now },
      { kind: 'secret', key: `sb_secret_${randomBytes(32).toString('base64url')}`, created_at: now },
    ])
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute()
}

async function newKey() {
  const { privateKey } = await generateKeyPair(madeAlgorithm, { extractable: true })
  return { kid: randomUUID(), algorithm: madeAlgorithm, private_jwk: JSON.stringify(await exportJWK(privateKey)) }
}

/** The signing keys that tokens may name, newest first, and the two API keys. */
export async function readKeys(trx: Trx): Promise<StoredKeys> {
  const rows = await trx.selectFrom('auth.signing_keys').selectAll().orderBy('created_at', 'desc').execute()
  const apiKeys = await trx.selectFrom('auth.api_keys').selectAll().execute()
  const apiKey = (kind: string) => apiKeys.find((row) => row.kind === kind)!.key
  return {
    signingKeys: rows.map(({ kid, private_jwk, active }) =>
      readJwk({ ...(private_jwk as JWK), kid, key_ops: active ? ['sign'] : [] }),
    ),
    publishableKey: apiKey('publishable'),
    secretKey: apiKey('secret'),
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
export async function rotateKeys(trx: Trx, now: Date): Promise<string> {
  const made = await newKey()
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

import { randomBytes } from 'node:crypto'
import { inAuthScope, type Db, type Trx } from '../../db/connect.ts'
import { StartError } from '../../start-error.ts'
import { knownRootKeys, newRootKey, writeKeyFile, type RootKey, type SealingSettings } from './root-keys.ts'
import { decrypt, encrypt, sealerWith, type Sealer } from './sealing.ts'

// A root key outside the database seals the data keys in `auth.sealing_keys`, and they seal all other secrets. So a new
// root key means sealing one row again, and the root key itself is used nowhere else.

const dataKeyBytes = 32
const contextOf = (id: number, rootKeyId: string) => `auth.sealing_keys.sealed_key ${id} ${rootKeyId}`

/** A data key as the database keeps it. */
function sealed(id: number, key: Buffer, root: RootKey) {
  return { id, key: null, sealed_key: encrypt(root.bytes, key, contextOf(id, root.id)), root_key_id: root.id }
}

/**
 * Opens the data keys, which a start has prepared.
 * @throws StartError if none did, or no known root key opens them
 */
export async function openSealer(db: Db, settings: SealingSettings): Promise<Sealer> {
  return inAuthScope(db, async (trx) => {
    const rows = await trx.selectFrom('auth.sealing_keys').select('root_key_id').execute()
    if (rows.length === 0 || rows.some(({ root_key_id }) => root_key_id === null)) {
      throw new StartError('The keys in this database are not sealed yet: start Karta once, and try again.')
    }
    return sealerWith(await readDataKeys(trx, knownRootKeys(settings)))
  })
}

/** The ids of root keys that the database needs and nobody has given. */
export async function missingRootKeys(trx: Trx, settings: SealingSettings): Promise<string[]> {
  const known = knownRootKeys(settings).map(({ id }) => id)
  const rows = await trx.selectFrom('auth.sealing_keys').select('root_key_id').execute()
  return rows.flatMap(({ root_key_id }) => (root_key_id && !known.includes(root_key_id) ? root_key_id : []))
}

/** @throws StartError if no root key opens them */
export async function readDataKeys(trx: Trx, roots: RootKey[]): Promise<Map<number, Buffer>> {
  const rows = await trx.selectFrom('auth.sealing_keys').selectAll().orderBy('id').execute()
  return new Map(
    rows.map(({ id, key, sealed_key, root_key_id }) => {
      if (key) return [id, key]
      const root = roots.find((each) => each.id === root_key_id)
      if (!root) throw new StartError(otherRoot(root_key_id!, roots))
      return [id, openDataKey(id, sealed_key!, root)]
    }),
  )
}

function openDataKey(id: number, sealedKey: Buffer, root: RootKey): Buffer {
  try {
    return decrypt(root.bytes, sealedKey, contextOf(id, root.id))
  } catch (error) {
    throw new StartError(
      `Key ${id} in auth.sealing_keys was changed and cannot be opened: restore the database from a backup.`,
      { cause: error },
    )
  }
}

function otherRoot(rootKeyId: string, roots: RootKey[]): string {
  const here = roots.length === 0 ? 'there is no key here' : `here is ${roots.map(({ id }) => id).join(' and ')}`
  return `The keys in this database are sealed with sealing key ${rootKeyId}, and ${here}: set KARTA_SEALING_KEY to it, or bring the file sealing-key back into DATA_DIR. See "Sealed keys" in docs/database.md.`
}

/**
 * Makes the first data key, or seals those that are there with the current root key if another one sealed them or none.
 * It never makes a key where something is sealed already.
 * @throws StartError if no known root key opens what is there
 */
export async function prepareDataKeys(trx: Trx, settings: SealingSettings, say: Say): Promise<Sealer> {
  const roots = knownRootKeys(settings)
  const rows = await trx.selectFrom('auth.sealing_keys').select(['id', 'root_key_id']).execute()
  const keys = await readDataKeys(trx, roots)
  if (keys.size === 0 && (await hasSealedKeys(trx))) {
    throw new StartError('auth.sealing_keys is empty, but there are sealed keys: restore the database from a backup.')
  }
  const root = roots[0] ?? makeRootKey(settings)
  if (keys.size === 0) {
    keys.set(1, randomBytes(dataKeyBytes))
    await trx
      .insertInto('auth.sealing_keys')
      .values(sealed(1, keys.get(1)!, root))
      .execute()
  }
  const outdated = rows.filter(({ root_key_id }) => root_key_id !== root.id)
  for (const { id } of outdated) {
    await trx
      .updateTable('auth.sealing_keys')
      .set(sealed(id, keys.get(id)!, root))
      .where('id', '=', id)
      .execute()
  }
  if (outdated.some(({ root_key_id }) => root_key_id))
    say(`The keys in the database are now sealed with sealing key ${root.id}.`)
  return sealerWith(keys)
}

async function hasSealedKeys(trx: Trx): Promise<boolean> {
  const row = await trx
    .selectFrom('auth.signing_keys')
    .select('kid')
    .where('sealed_jwk', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

function makeRootKey({ file }: SealingSettings): RootKey {
  const root = newRootKey()
  writeKeyFile(file, [root])
  return root
}

/** Adds a data key, which seals from now on. */
export async function addDataKey(trx: Trx, root: RootKey): Promise<number> {
  const { last } = await trx
    .selectFrom('auth.sealing_keys')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('auth.sealing_keys')
    .values(sealed(last + 1, randomBytes(dataKeyBytes), root))
    .execute()
  return last + 1
}

export type Say = (line: string) => void

import { existsSync } from 'node:fs'
import type pg from 'pg'
import { inAuthScope, openDb } from '../../db/connect.ts'
import { prepareDataKeys, type Say } from './data-keys.ts'
import { sealPlainKeys } from './key-store.ts'
import type { SealingSettings } from './root-keys.ts'

/**
 * Makes sure that all keys in the database are sealed, in one transaction. It makes the key file at the first start.
 * One server at a time: call it while preparing the database.
 */
export async function prepareSealing(
  owner: pg.Pool,
  { sealing, databaseUrl }: { sealing: SealingSettings; databaseUrl: string | undefined },
  say: Say,
): Promise<void> {
  const hadFile = existsSync(sealing.file)
  const sealedPlain = await inAuthScope(openDb(owner), async (trx) =>
    sealPlainKeys(trx, await prepareDataKeys(trx, sealing, say)),
  )
  if (!hadFile && databaseUrl && existsSync(sealing.file)) {
    say(
      `${sealing.file} now seals the keys in this database: keep it, and give other servers on the database the same key as KARTA_SEALING_KEY.`,
    )
  }
  if (!sealedPlain) return
  // The old versions of the rows would stay in the files of the tables for a while.
  for (const table of ['sealing_keys', 'signing_keys', 'api_keys']) await owner.query(`vacuum full auth.${table}`)
  say('The keys in the database are sealed now. Copies and backups from before still show them; see docs/database.md.')
}

import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { secretContext } from '../factors/enroll.ts'
import { flowContext } from '../sessions/flow-states.ts'
import { addDataKey, readDataKeys } from './data-keys.ts'
import { apiKeyContext, jwkContext } from './key-store.ts'
import { pushKeyContext } from './push-keys.ts'
import { trackingKeyContext } from './tracking-key.ts'
import { knownRootKeys, type RootKey, type SealingSettings } from './root-keys.ts'
import { sealerWith } from './sealing.ts'

/** A column of sealed secrets, and what each is sealed for. */
export type SealedColumn = {
  table: string
  column: string
  /** The columns that tell the row, which `context` gets. */
  row: readonly string[]
  context: (...row: never[]) => string
}

/** The sealed columns of the sign-in service. */
export const sealedAuthColumns: readonly SealedColumn[] = [
  { table: 'auth.signing_keys', column: 'sealed_jwk', row: ['kid'], context: jwkContext },
  { table: 'auth.api_keys', column: 'sealed_key', row: ['kind'], context: apiKeyContext },
  { table: 'auth.push_keys', column: 'sealed_key', row: ['id'], context: pushKeyContext },
  { table: 'auth.tracking_keys', column: 'sealed_key', row: ['id'], context: trackingKeyContext },
  { table: 'auth.factors', column: 'secret', row: ['id'], context: secretContext },
  { table: 'auth.flow_states', column: 'provider_tokens', row: ['id'], context: flowContext },
]

/**
 * Seals every secret with a new data key, which `root` seals, and forgets the data keys from before. Servers learn of data
 * keys when they start, so none may run.
 * @param trx as the owner of the tables, who sees all rows
 */
export async function reseal(
  trx: Trx,
  settings: SealingSettings,
  root: RootKey,
  columns: readonly SealedColumn[],
): Promise<number> {
  const added = await addDataKey(trx, root)
  const sealer = sealerWith(await readDataKeys(trx, [root, ...knownRootKeys(settings)]))
  let count = 0
  for (const { table, column, row, context } of columns) {
    const [name, secret] = [sql.table(table), sql.ref(column)]
    const { rows } = await sql<Record<string, string> & { secret: Buffer }>`
      select ${secret} as secret, ${sql.join(row.map((each) => sql.ref(each)))}
      from ${name} where ${secret} is not null`.execute(trx)
    for (const found of rows) {
      const own = row.map((each) => found[each]!)
      const sealedFor = context(...(own as never[]))
      const isThis = row.map((each, at) => sql`${sql.ref(each)} = ${own[at]}`)
      await sql`update ${name} set ${secret} = ${sealer.seal(sealer.open(found.secret, sealedFor), sealedFor)}
        where ${sql.join(isThis, sql` and `)}`.execute(trx)
    }
    count += rows.length
  }
  // Whoever is at a provider right now begins again.
  await trx.deleteFrom('auth.provider_states').execute()
  await trx.deleteFrom('auth.sealing_keys').where('id', '<', added).execute()
  return count
}

/**
 * Gives up everything that a lost sealing key sealed, so that the next start makes new keys.
 * @param trx as the owner of the tables
 */
export async function abandon(trx: Trx): Promise<void> {
  const tables = [
    'sealing_keys',
    'signing_keys',
    'api_keys',
    'push_keys',
    'tracking_keys',
    'flow_states',
    'provider_states',
  ]
  for (const table of tables) await sql`delete from ${sql.table(`auth.${table}`)}`.execute(trx)
  // Recovery codes stand in for an authenticator app; alone they would be a factor that nobody set up.
  await sql`delete from auth.factors where factor_type in ('totp', 'recovery_code')`.execute(trx)
  await sql`delete from connection_attempts`.execute(trx)
  await sql`delete from integrations`.execute(trx)
  await sql`delete from webhook_endpoints`.execute(trx)
  await sql`delete from prescriptions`.execute(trx)
  await sql`delete from prescription_doors`.execute(trx)
}

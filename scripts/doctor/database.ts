import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { knownRootKeys } from '#server/auth/keys/root-keys.ts'
import type { Config } from '#server/config.ts'
import { confirmPooledLogin } from '#server/db/app-role.ts'
import { checkServer, openPool, type Pooler } from '#server/db/connect.ts'
import { migrationNames } from '#server/db/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { withDatabase } from '../with-database.ts'
import { about, reasonOf, type Finding } from './finding.ts'

const database = about('Database')
const clock = about('Clock')
const mostSkewSeconds = 2

const throughPooler = about('Pooler')

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'pooler' | 'sealing'>

/** The database: whether it can be reached, is new enough, is ours, and opens with the key that is here. */
export async function checkDatabase(config: Settings): Promise<Finding[]> {
  const { dataDir, databaseUrl, pooler } = config
  const setting = pooler ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, 'postgres-home')))
    return [database.right(`none yet: the first start makes one in ${dataDir}`)]
  try {
    return await withDatabase(config, async (url) => {
      if (databaseUrl) await checkServer(url, setting)
      const found = await lookInto(url, config)
      return pooler ? [...found, await checkPooler(pooler)] : found
    })
  } catch (error) {
    const fix = databaseUrl
      ? `correct ${setting}, or start that server`
      : `see ${join(dataDir, 'postgres.log')}, and docs/database.md`
    return [database.wrong(error instanceof StartError ? error.message.replace(/\.$/, '') : reasonOf(error), fix)]
  }
}

/** Whether the connections that the server works on begin as they should. */
async function checkPooler({ url, prepares }: Pooler): Promise<Finding> {
  const pool = openPool(url, { isPooled: true, max: 1, onError: () => {} })
  try {
    await confirmPooledLogin(pool)
    return throughPooler.right(`DATABASE_URL works, ${prepares ? 'with' : 'without'} prepared statements`)
  } catch (error) {
    return throughPooler.wrong(reasonOf(error).replace(/\.$/, ''), 'see "Through PgBouncer" in docs/database.md')
  } finally {
    await pool.end()
  }
}

async function lookInto(url: string, { sealing, databaseUrl }: Settings): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const askedAt = Date.now()
    const { rows } = await client.query<{
      version: string
      encoding: string
      bytes: string
      connections: number
      at: Date
      may_make_roles: boolean
      is_set_up: boolean
    }>(`select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
        pg_database_size(current_database()) as bytes, current_setting('max_connections')::int as connections,
        clock_timestamp() as at,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_make_roles,
        to_regclass('migrations.kysely_migration') is not null as is_set_up
      from pg_database where datname = current_database()`)
    const ms = Date.now() - askedAt
    const row = rows[0]!
    const size = (Number(row.bytes) / 1e6).toFixed(0)
    const findings = [database.right(`PostgreSQL ${row.version}, ${size} MB, answers after ${ms} ms`)]
    if (row.encoding !== 'UTF8')
      findings.push(database.wrong(`its encoding is ${row.encoding}`, 'make a new database with encoding UTF8'))
    if (databaseUrl && row.connections < 30)
      findings.push(
        database.warning(`it allows ${row.connections} connections`, 'raise max_connections to 30 for each server'),
      )
    if (!row.is_set_up && !row.may_make_roles)
      findings.push(database.wrong('its user may not create roles', 'run alter role … createrole for that user'))
    if (row.is_set_up) findings.push(...(await checkSchema(client)), ...(await checkSealing(client, sealing)))
    return [...findings, skewOf(row.at.getTime() - (askedAt + ms / 2))]
  } finally {
    await client.end()
  }
}

/** Compares the migrations of this program with those of the database. */
async function checkSchema(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations.kysely_migration order by name')
  const unknown = rows.filter(({ name }) => !migrationNames.includes(name))
  if (unknown.length > 0)
    return [
      database.wrong(`it was used by a newer Karta (${unknown.at(-1)!.name})`, 'start that version, or a newer one'),
    ]
  const isBehind = rows.at(-1)?.name !== migrationNames.at(-1)
  return isBehind ? [database.right('its tables are of an older version; the next start migrates them')] : []
}

/** Whether a key from here opens the keys in the database. */
async function checkSealing(client: pg.Client, sealing: Config['sealing']): Promise<Finding[]> {
  const { right, wrong } = about('Sealing key')
  const where = sealing.given.length > 0 ? 'KARTA_SEALING_KEY' : sealing.file
  try {
    const known = knownRootKeys(sealing).map(({ id }) => id)
    const { rows } = await client.query<{ root_key_id: string | null }>(
      'select distinct root_key_id from auth.sealing_keys where sealed_key is not null',
    )
    const missing = rows.filter(({ root_key_id }) => !known.includes(root_key_id!))
    if (missing.length === 0) return [right(`${where} opens the keys in the database`)]
    return [
      wrong(`${where} is not the key (${missing[0]!.root_key_id}) of this database`, 'restore the key from your copy'),
    ]
  } catch (error) {
    return [wrong(reasonOf(error), 'see "Sealed keys" in docs/database.md')]
  }
}

function skewOf(milliseconds: number): Finding {
  const seconds = Math.abs(milliseconds) / 1000
  if (seconds <= mostSkewSeconds) return clock.right('agrees with the database')
  return clock.wrong(
    `${seconds.toFixed(0)} seconds off the database's`,
    'let both machines set their clocks by NTP, since tokens and turns depend on them',
  )
}

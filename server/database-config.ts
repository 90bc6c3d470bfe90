import type { Pooler } from './db/connect.ts'
import type { ReadReplica } from './db/standby.ts'
import { StartError } from './start-error.ts'

export type DatabaseSettings = {
  /** As the owner of the tables, straight to PostgreSQL. Undefined for the embedded one. */
  databaseUrl: string | undefined
  pooler: Pooler | undefined
  replica: ReadReplica | undefined
}

const usualMostLag = 60

/**
 * How PostgreSQL is reached. With a direct address, `DATABASE_URL` goes through a pooler.
 * @throws StartError naming the setting and what it should look like
 */
export function readDatabase(env: NodeJS.ProcessEnv): DatabaseSettings {
  const url = address(env, 'DATABASE_URL')
  const direct = address(env, 'DATABASE_DIRECT_URL')
  const read = address(env, 'DATABASE_READ_URL')
  if (!url && (direct ?? read)) {
    const name = direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_READ_URL'
    throw new StartError(`DATABASE_URL must be set too: ${name} says how else its database is reached.`)
  }
  const prepares = env.DATABASE_PREPARED_STATEMENTS || 'false'
  if (!['true', 'false'].includes(prepares)) {
    throw new StartError(`DATABASE_PREPARED_STATEMENTS must be one of true, false, not "${prepares}".`)
  }
  return {
    databaseUrl: direct ?? url,
    pooler: direct && url ? { url, prepares: prepares === 'true' } : undefined,
    replica: read ? { url: read, mostLagSeconds: mostLag(env) } : undefined,
  }
}

function mostLag(env: NodeJS.ProcessEnv): number {
  const raw = env.DATABASE_READ_MAX_LAG_SECONDS || String(usualMostLag)
  const seconds = Number(raw)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return seconds
  throw new StartError(`DATABASE_READ_MAX_LAG_SECONDS must be a whole number from 1 to 86400, not "${raw}".`)
}

function address(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const raw = env[name]
  if (!raw) return undefined
  // The address may hold a password, so it is never repeated in the message.
  if (!/^postgres(ql)?:$/.test(URL.parse(raw)?.protocol ?? '')) {
    throw new StartError(`${name} must look like postgres://user:password@host:5432/database.`)
  }
  return raw
}

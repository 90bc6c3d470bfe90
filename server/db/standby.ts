import { setTimeout as delay } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { appRole } from './app-role.ts'
import {
  dbFor,
  inTransaction,
  openPool,
  setWorkspace,
  type Db,
  type Identity,
  type Pooler,
  type Trx,
} from './connect.ts'
import { ranOut } from './passing.ts'
import { openKind } from './scopes.ts'

/** A read that may lag, and until when it knows everything. Undefined if it is up to date. */
export type Lagging<T> = { result: T; asOf: Date | undefined }

/** Whose figures are read. */
export type Reader = { workspaceId: string; identity: Identity }

/**
 * A standby of the database, from which figures are read while it is near enough. Whatever it refuses, the primary
 * decides.
 */
export type Standby = {
  /** Reads as somebody who was let in by the primary, in a transaction that only reads. */
  read<T>(reader: Reader, work: (trx: Trx) => Promise<T>): Promise<Lagging<T>>
  state(): StandbyState
  /** By how many seconds it is behind. Undefined if nobody knows. */
  lagSeconds(): number | undefined
  /** How many reads it has answered since the start, and how many the primary answered in its place. */
  counts(): { answered: number; replaced: number }
  /** Looks at once how far it is. */
  look(): Promise<void>
  close(): Promise<void>
}

export type StandbyState = 'used' | 'behind' | 'away'

/** A standby from which figures are read. */
export type ReadReplica = { url: string; mostLagSeconds: number }

type Settings = ReadReplica & {
  db: Db
  pooler: Pooler | undefined
  now: () => Date
  report: (error: unknown, what: string) => void
  lookEveryMs?: number
}

/** A standby that does not answer for so long is away. */
const patienceMs = 2000
/** Longer than any statement for figures may take: the network does not answer. */
const queryMs = 90_000
const mostSamples = 1000

/** How far the primary had come at a moment. */
type Sample = { at: Date; position: number }

/** Opens the standby, which may be away now or at any time, and watches how far it is. */
export async function openStandby(settings: Settings): Promise<Standby> {
  const { db, url, pooler, mostLagSeconds, now, report, lookEveryMs = 1000 } = settings
  const onError = (error: Error) => report(error, 'standby connection')
  const pool = openPool(url, { ...(pooler ? { isPooled: true } : { role: appRole }), queryMs, onError })
  const standby = openKind({ pool, isPooled: true, prepares: false }, { patience: 'figures', isReadOnly: true })
  const closing = new AbortController()
  const counts = { answered: 0, replaced: 0 }
  let samples: Sample[] = []
  let knownUntil: Date | undefined
  let isAway = true
  let told: StandbyState = 'used'
  const openedAt = now()

  const lagMs = () => knownUntil && now().getTime() - knownUntil.getTime()
  const state = (): StandbyState => {
    const lag = lagMs()
    if (isAway) return 'away'
    return lag === undefined || lag > mostLagSeconds * 1000 ? 'behind' : 'used'
  }

  async function look(): Promise<void> {
    // What the primary committed before this moment is within the position that it names after.
    const at = now()
    const { position, system } = await positionOf(db, 'pg_current_wal_lsn()')
    samples = thinned([...samples, { at, position }])
    try {
      const seen = await soon(positionOf(standby, 'pg_last_wal_replay_lsn()'))
      if (!seen.is_standby) throw new Error('The server of DATABASE_READ_URL is no standby.')
      if (seen.system !== system) throw new Error('DATABASE_READ_URL is a standby of another database server.')
      const reached = samples.findLast((sample) => sample.position <= seen.position)
      if (reached) {
        knownUntil = reached.at
        samples = samples.slice(samples.indexOf(reached))
      }
      isAway = false
    } catch (error) {
      isAway = true
      tell(error)
      return
    }
    tell(new Error(`The standby is more than ${mostLagSeconds} seconds behind.`))
  }

  /** Says once why the primary answers now. */
  function tell(why: unknown): void {
    // It may need a moment until it shows that it follows.
    const isNew = knownUntil === undefined && now().getTime() - openedAt.getTime() < mostLagSeconds * 1000
    if (state() === told || (isNew && !isAway)) return
    told = state()
    if (told !== 'used') report(why, 'standby')
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      // Without the primary, nobody is let in who could read from the standby.
      await look().catch(() => (isAway = true))
      await delay(lookEveryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  await look().catch(() => {})
  const watching = watch()

  return {
    async read(reader, work) {
      if (state() === 'used') {
        // What was read meanwhile can only be newer.
        const known = knownUntil
        try {
          const result = await readAs(standby, reader, async (trx) => {
            await sql`select set_config('karta.as_of', ${known!.toISOString()}, true)`.execute(trx)
            return work(trx)
          })
          counts.answered++
          return { result, asOf: known }
        } catch (error) {
          // Everything else may be because it is behind, or has gone.
          if (ranOut(error)) throw error
        }
      }
      counts.replaced++
      return { result: await readAs(dbFor(db, 'figures'), reader, work), asOf: undefined }
    },
    state,
    lagSeconds: () => (isAway ? undefined : (lagMs() ?? NaN) / 1000),
    counts: () => counts,
    look,
    async close() {
      closing.abort()
      await watching
      await pool.end()
    },
  }
}

/** Reads what may lag, as somebody who was let in: from the standby, if there is one that is near enough. */
export async function readLagging<T>(
  { db, standby }: { db: Db; standby: Standby | undefined },
  reader: Reader,
  work: (trx: Trx) => Promise<T>,
): Promise<Lagging<T>> {
  if (standby) return standby.read(reader, work)
  return { result: await readAs(dbFor(db, 'figures'), reader, work), asOf: undefined }
}

/** In SQL: until when a transaction knows everything. */
export const asOf = (now: Date): RawBuilder<string> =>
  sql`coalesce(nullif(current_setting('karta.as_of', true), '')::timestamptz, ${now}::timestamptz)`

function readAs<T>(db: Db, { workspaceId, identity }: Reader, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await setWorkspace(trx, workspaceId, identity)
    return work(trx)
  })
}

type Position = { position: number; is_standby: boolean; system: string }

async function positionOf(db: Db, of: string): Promise<Position> {
  const { rows } = await sql<Position>`
    select case when ${sql.raw(of)} is null then -1 else ${sql.raw(of)} - '0/0'::pg_lsn end as position,
      pg_is_in_recovery() as is_standby, (select system_identifier::text from pg_control_system()) as system`.execute(
    db,
  )
  return rows[0]!
}

async function soon<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController()
  const tooLong = delay(patienceMs, undefined, { signal: late.signal }).then(() => {
    throw new Error('The standby does not answer.')
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    late.abort()
    tooLong.catch(() => {})
    work.catch(() => {})
  }
}

/** The newest ones, and fewer of those before, so that a long lag is still known. */
function thinned(samples: Sample[]): Sample[] {
  return samples.length <= mostSamples ? samples : samples.filter((_, index) => index % 2 === 0)
}

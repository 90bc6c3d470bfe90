import { sql } from 'kysely'
import type { Track } from '#domain/road/track.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { PingsReply } from '#domain/schema/position.ts'
import { noteAudit } from '../../audit/note.ts'
import { gather } from '../../bus/gather.ts'
import { inOneStatement, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../events/append.ts'
import { sayMoves, type Move } from '../../events/moves.ts'
import { together } from '../../queue/together.ts'
import {
  countIgnored,
  decide,
  momentOf,
  replyOf,
  trackOf,
  type Arrived,
  type Batch,
  type KeptFix,
  type Known,
  type NextFence,
} from './rules.ts'

/** Takes fixes of phones and trackers. It answers after they are committed. */
export type Intake = {
  take(arrived: Arrived): Promise<PingsReply>
  close(): void
}

type Needed = Pick<Deps, 'db' | 'bus' | 'now' | 'observer'>

/** So many fixes go into one commit at most. */
const mostTogether = 4000
/**
 * While many come, fixes wait so long for others before their commit, unless so many have come: each commit costs a server and
 * PostgreSQL as much as some fixes do, and of many servers each has few fixes at the same time.
 */
const togetherWithinMs = 250
const enoughTogether = 200
/** How often servers tell each other who has moved: more often than maps need it, so that no map lags. */
const tellEveryMs = 200
/** The next stops are looked up again after so long. */
const fencesMs = 15_000
const mostFences = 20_000

type Fences = Map<string, { at: number; fences: NextFence[] }>

/** Stores what comes at the same time in one commit, and tells all servers who has moved. */
export function openIntake({ db, bus, now, observer }: Needed): Intake {
  const fences: Fences = new Map()
  const moves = gather<Move>(tellEveryMs, (_, waiting) => sayMoves(bus, waiting))
  const store = together(
    async (calls: Arrived[]) => {
      const { replies, moved } = await again(() => storeCalls({ db, now }, calls, fences))
      for (const [at, { source }] of calls.entries()) observer.meters.positions.inc({ source }, replies[at]!.accepted)
      for (const move of moved) moves.put('moves', move.position.driver_id, move)
      return replies
    },
    { most: mostTogether, enough: enoughTogether, waitMs: togetherWithinMs, sizeOf: ({ pings }) => pings.length },
  )
  return { take: store, close: () => moves.close() }
}

type Row = {
  driver_id: string
  depot_id: string | null
  track: Partial<Track> | null
  counted_day: string | null
  counted: number | null
  keeps_days: number
  open_shift: string | null
  shifts: [string, string, string | null][] | null
  next_stops: NextFence[] | null
}

async function storeCalls({ db, now }: Pick<Deps, 'db' | 'now'>, calls: Arrived[], fences: Fences) {
  const at = now()
  const known = await readKnown(db, calls, fences, at)
  const batch = decide(calls, (driverId) => known.get(driverId), at)
  const seen = calls.flatMap(({ trackerId }) => trackerId ?? [])
  if (batch.fixes.length || seen.length) {
    for (const doubled of await record(db, batch, [...new Set(seen)], at)) {
      const outcome = batch.outcomes[batch.callOf[doubled]!]!
      outcome.accepted--
      if (batch.fixes[doubled]!.hidden) outcome.hidden--
      countIgnored(outcome, 'double')
    }
  }
  return { replies: batch.outcomes.map(replyOf), moved: batch.moved }
}

/** Returns which of the fixes were there before. */
async function record(db: Deps['db'], { fixes, markers, stays }: Batch, seen: string[], at: Date): Promise<number[]> {
  const places = new Map<string, number>()
  for (const { d } of fixes) if (!places.has(d)) places.set(d, places.size + 1)
  const workspaceOf = new Map(fixes.map(({ w, d }) => [d, w]))
  const drivers = [...places.keys()]
  // Written here, because none of the values needs to be quoted, and there are many.
  const column = (read: (fix: KeptFix) => string | number | boolean | null) =>
    `{${fixes.map((fix) => read(fix) ?? 'null').join()}}`
  const { rows } = await sql<{ doubled: number }>`select doubled from record_positions(
      ${drivers.map((id) => workspaceOf.get(id)!)}::uuid[], ${drivers}::uuid[], ${column(({ d }) => places.get(d)!)},
      ${column(({ t }) => t)}, ${column(({ lat }) => lat)}, ${column(({ lng }) => lng)}, ${column(({ a }) => a)},
      ${column(({ s }) => s)}, ${column(({ h }) => h)}, ${column(({ b }) => b)}, ${column(({ c }) => c)},
      ${column(({ o }) => o)}, ${column(({ shift }) => shift)}, ${column(({ hidden }) => hidden)},
      ${JSON.stringify(markers)}, ${stays.length ? JSON.stringify(stays) : null}, ${seen}::uuid[], ${at})`.execute(
    inOneStatement(db),
  )
  return rows.map(({ doubled }) => doubled - 1)
}

async function readKnown(db: Deps['db'], calls: Arrived[], fences: Fences, at: Date): Promise<Map<string, Known>> {
  const asked = new Map<string, { workspace: string; first: number; last: number; asks: boolean }>()
  for (const { workspaceId: workspace, driverId, pings } of calls) {
    const moments = pings.flatMap((ping) => momentOf(ping) ?? [])
    const cached = fences.get(driverId)
    const asks = !cached || at.getTime() - cached.at > fencesMs
    const before = asked.get(driverId) ?? { workspace, first: at.getTime(), last: at.getTime(), asks }
    const [first, last] = [
      moments.reduce((a, b) => Math.min(a, b), before.first),
      moments.reduce((a, b) => Math.max(a, b), before.last),
    ]
    asked.set(driverId, { ...before, first, last })
  }
  const given = [...asked]
  const moment = (ms: number) => new Date(Math.min(Math.max(ms, earliest), latest)).toISOString()
  const { rows } =
    await sql<Row>`select driver_id, depot_id, track, counted_day, counted, keeps_days, open_shift, shifts,
      next_stops from tracks_of(${given.map(([, { workspace }]) => workspace)}::uuid[], ${given.map(([id]) => id)}::uuid[],
      ${given.map(([, { first }]) => moment(first))}::timestamptz[],
      ${given.map(([, { last }]) => moment(last))}::timestamptz[], ${given.map(([, { asks }]) => asks)}::boolean[],
      ${at})`.execute(inOneStatement(db))
  return new Map(
    rows.map((row) => {
      if (asked.get(row.driver_id)!.asks)
        remember(fences, row.driver_id, { at: at.getTime(), fences: row.next_stops ?? [] })
      return [row.driver_id, knownOf(row, fences.get(row.driver_id)?.fences ?? [])]
    }),
  )
}

/** What PostgreSQL and JavaScript both take as an instant. */
const earliest = Date.parse('1900-01-01T00:00:00Z')
const latest = Date.parse('9999-01-01T00:00:00Z')

function remember(fences: Fences, driverId: string, found: { at: number; fences: NextFence[] }): void {
  fences.delete(driverId)
  fences.set(driverId, found)
  if (fences.size > mostFences) fences.delete(fences.keys().next().value!)
}

function knownOf(row: Row, fences: NextFence[]): Known {
  return {
    depotId: row.depot_id,
    track: trackOf(row.track),
    countedDay: row.counted_day,
    counted: row.counted ?? 0,
    keepsDays: row.keeps_days,
    openShift: row.open_shift,
    shifts: (row.shifts ?? []).map(([id, from, to]) => [id, Date.parse(from), to === null ? Infinity : Date.parse(to)]),
    fences,
  }
}

/** Makes the tables of yesterday and of the next days. */
export async function makeDays(db: Deps['db'], now: Date): Promise<void> {
  const day = (after: number) => new Date(now.getTime() + after * 86_400_000).toISOString().slice(0, 10)
  await sql`select make_position_days(${day(-1)}::date, ${day(daysAhead)}::date)`.execute(inOneStatement(db))
}

const daysAhead = 7

/** Forgets some of what is older than workspaces keep it. Returns how much; 0 if nothing was left. */
export async function forgetPositions(db: Deps['db'], now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select forget_positions(${now}, ${most}) as gone`.execute(
    inOneStatement(db),
  )
  return rows[0]!.gone
}

/** Takes what is older than positions are kept out of the logs of phones. Returns how many places that were. */
export async function forgetFixes(db: Deps['db'], now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select forget_fixes(${now}, ${most}) as gone`.execute(inOneStatement(db))
  return rows[0]!.gone
}

/** Deletes what is kept of where a driver was. Returns how many fixes there were. */
export async function erasePositions(
  trx: Trx,
  author: Author,
  { id, name }: Pick<Driver, 'id' | 'name'>,
  now: Date,
): Promise<number> {
  const ofDriver = { workspace_id: author.workspaceId, driver_id: id }
  const gone = await trx
    .deleteFrom('positions')
    .where((eb) => eb.and(ofDriver))
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('stays')
    .where((eb) => eb.and(ofDriver))
    .execute()
  await trx
    .deleteFrom('driver_positions')
    .where((eb) => eb.and(ofDriver))
    .execute()
  await trx
    .deleteFrom('eta_history')
    .where((eb) => eb.and(ofDriver))
    .execute()
  // The hashes and signatures of what the phone said stay.
  await trx
    .updateTable('road_entries')
    .set({ fix: null, fix_removed_at: now })
    .where((eb) => eb.and(ofDriver))
    .where('fix', 'is not', null)
    .execute()
  const erased = Number(gone.numDeletedRows)
  noteAudit(trx, author, { action: 'driver.positions_erased', detail: { driver: name, positions: erased } }, now)
  return erased
}

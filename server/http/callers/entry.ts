import { sql } from 'kysely'
import type { Role } from '#domain/permissions.ts'
import type { AssuranceLevel } from '#domain/schema/account.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import { together } from '../../queue/together.ts'

/** Somebody who comes with a session. */
type Coming = {
  userId: string
  sessionId: string
  /** Chooses among several workspaces. */
  wanted: string | null
}

/** Who somebody is in a workspace. Undefined where the session has ended. */
export type Entry = {
  workspace_id: string | null
  role: Role
  member_name: string
  aal: AssuranceLevel
  /** The person has a second factor, or the workspace requires one, and this session has not shown it: no entry. */
  lacks_factor: boolean
  has_factor: boolean
  driver_id: string | null
  depot_ids: string[] | null
  /** What a suspended member is told: `detail` of `member_suspended`. */
  suspension: Record<string, unknown> | null
  proven_at: string
  client_id: string | null
  handles_prescriptions: boolean
}

/** Reads who somebody is, and makes their workspace the tenant of the transaction. */
export async function readEntry(trx: Trx, { userId, sessionId, wanted }: Coming): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`select * from begin_request(${sessionId}, ${userId}, ${wanted})`.execute(trx)
  return rows[0]
}

const mostTogether = 500
/** While many come, each waits this long for others, which saves hundreds of statements a second. */
const togetherWithinMs = 100

export type ReadEntries = (coming: Coming) => Promise<Entry | undefined>

/** Reads in one statement who all those are who come at the same time. It opens no transaction for them. */
export const openEntries = (db: Db): ReadEntries =>
  together((all: Coming[]) => readEntries(db, all), {
    most: mostTogether,
    sizeOf: () => 1,
    waitMs: togetherWithinMs,
  })

async function readEntries(db: Db, all: Coming[]): Promise<(Entry | undefined)[]> {
  const { rows } = await sql<Entry & { place: string }>`
    select c.place, e.* from unnest(${all.map(({ sessionId }) => sessionId)}::uuid[], ${all.map(({ userId }) => userId)}::uuid[],
        ${all.map(({ wanted }) => wanted)}::uuid[]) with ordinality as c(session, person, wanted, place)
      cross join lateral begin_request(c.session, c.person, c.wanted) e`.execute(inOneStatement(db))
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
  return all.map((_, index) => byPlace.get(index + 1))
}

import { sql } from 'kysely'
import { inOneStatement, type Db } from '../../db/connect.ts'

/** When a member was last seen is known to the minute. */
const minute = 60_000

/** Who worked in which workspace of late, to be written down. */
export type Sightings = {
  /** Remembers a request. It costs no statement, and locks no row that the request's own commands may want. */
  note(workspaceId: string, userId: string, at: Date): void
  /** Writes down whoever was seen since the last time. */
  flush(now: Date): Promise<void>
}

type Sighting = { workspaceId: string; userId: string; at: Date; isWritten: boolean }

/** Remembers in this process, and writes each member at most once a minute. A crash loses the last minute. */
export function openSightings(db: Db): Sightings {
  const sightings = new Map<string, Sighting>()
  return {
    note(workspaceId, userId, at) {
      const key = `${workspaceId} ${userId}`
      const last = sightings.get(key)
      if (last && at.getTime() - last.at.getTime() < minute) return
      sightings.set(key, { workspaceId, userId, at, isWritten: false })
    },
    async flush(now) {
      for (const [key, { at, isWritten }] of sightings) {
        if (isWritten && now.getTime() - at.getTime() >= minute) sightings.delete(key)
      }
      const fresh = [...sightings.values()].filter(({ isWritten }) => !isWritten)
      if (!fresh.length) return
      await sql`select note_seen(${fresh.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${fresh.map(({ userId }) => userId)}::uuid[], ${fresh.map(({ at }) => at)}::timestamptz[])`.execute(
        inOneStatement(db),
      )
      for (const each of fresh) each.isWritten = true
    },
  }
}

import { sql } from 'kysely'
import type { Event } from '#domain/events/event.ts'
import { typesFor, type EventType } from '#domain/events/types.ts'
import { may } from '#domain/permissions.ts'
import { inWorkspace, type Trx } from '../db/connect.ts'
import type { WorkspaceActor } from '../http/callers/wire.ts'
import type { Parts } from './people.ts'

/** Equal for people of a workspace who see the same in it. */
export const rightsKey = ({ kind, role, driverId, depotIds, clientId, scopes }: WorkspaceActor) =>
  [kind === 'operator' ? kind : role, driverId, depotIds?.toSorted(), clientId, scopes?.toSorted()].join(' ')

/** The types of events that an actor may read, as in `GET /v1/events`. */
export const typesOf = (actor: WorkspaceActor): Set<EventType> => new Set(typesFor((action) => may(actor, action)))

/**
 * The ids of the events that whoever the transaction works for may see.
 * @param driverId only those that concern this driver
 */
export async function readVisible(trx: Trx, events: Event[], driverId?: string): Promise<Set<string>> {
  const ids = events.map(({ id }) => id)
  const subjects = [...new Set(events.map(({ subject }) => subject.id))]
  const { rows } = await sql<{ id: string }>`
    select id from events where subject_id = any(${subjects}::uuid[]) and id = any(${ids}::uuid[])
      and ${driverId === undefined ? sql`true` : sql`${driverId} = any(driver_ids)`}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these drivers have to do with any of the events. */
export async function readConcerned(
  { db, lane }: Parts,
  workspaceId: string,
  events: Event[],
  drivers: string[],
): Promise<Set<string>> {
  const subjects = [...new Set(events.map(({ subject }) => subject.id))]
  const ids = events.map(({ id }) => id)
  const { rows } = await lane(() =>
    inWorkspace(db, workspaceId, (trx) =>
      sql<{ driver_id: string }>`
        select distinct d.driver_id from events e cross join lateral unnest(e.driver_ids) as d(driver_id)
        where e.subject_id = any(${subjects}::uuid[]) and e.id = any(${ids}::uuid[])
          and d.driver_id = any(${drivers}::uuid[])`.execute(trx),
    ),
  )
  return new Set(rows.map(({ driver_id }) => driver_id))
}

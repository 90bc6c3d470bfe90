import { sql } from 'kysely'
import type { Way } from '#domain/hand-status.ts'
import type { Trx } from '../../db/connect.ts'

/** When each of these deliveries was dispatched last, and whether its route still is. */
export async function readWays(trx: Trx, workspaceId: string, ids: string[]): Promise<(id: string) => Way> {
  if (!ids.length) return () => nowhere
  const { rows } = await sql<{ id: string; dispatched_at: string | null; is_dispatched: boolean }>`
    select d.id, coalesce(p.state = 'dispatched', false) as is_dispatched, (
      select max(e.at) from delivery_events e
      where e.workspace_id = ${workspaceId} and e.delivery_id = d.id and e.kind = 'status_changed'
        and coalesce(e.changes ->> 'status', e.detail ->> 'to') = 'dispatched') as dispatched_at
    from deliveries d
      left join routes r on r.id = d.route_id and r.workspace_id = d.workspace_id
      left join plans p on p.id = r.plan_id and p.workspace_id = d.workspace_id
    where d.workspace_id = ${workspaceId} and d.id = any(${ids}::uuid[])`.execute(trx)
  const ways = new Map(
    rows.map(({ id, dispatched_at: dispatchedAt, is_dispatched: isDispatched }) => [
      id,
      { dispatchedAt, isDispatched },
    ]),
  )
  return (id) => ways.get(id) ?? nowhere
}

const nowhere: Way = { dispatchedAt: null, isDispatched: false }

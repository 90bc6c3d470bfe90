import { sql } from 'kysely'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { tellAway } from '../work-orders/commands.ts'
import { openOrders } from '../work-orders/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { dueIn } from './queries.ts'

const severities = { ok: 'low', due: 'low', overdue: 'medium' } as const

/** Tells of what became due or overdue, and that it no longer is; and of plans that use a vehicle in the workshop. As Karta itself. */
export async function watchFleet(trx: Trx, workspaceId: string, now: Date): Promise<void> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const due = await dueIn(trx, workspaceId, dayOf(now, time_zone), now)
  const codes = await codesOf(trx, workspaceId)
  for (const { kind, id, vehicle_id, driver_id = null, of, state, sentence } of due) {
    const draft = {
      kind: kind === 'document' ? ('document_ends' as const) : ('maintenance_due' as const),
      severity: severities[state],
      key: `${kind}_due:${id}`,
      vehicle_id,
      driver_id,
    }
    await raiseAlert(trx, workspaceId, { ...draft, sentence: `${of ?? codes.get(vehicle_id ?? '')}: ${sentence}` }, now)
  }
  const still = new Set(due.map(({ kind, id }) => `${kind}_due:${id}`))
  for (const key of await toldOf(trx, workspaceId)) if (!still.has(key)) await settleAlert(trx, workspaceId, key, now)
  for (const order of await openOrders(trx, workspaceId)) await tellAway(trx, workspaceId, order, now)
}

async function codesOf(trx: Trx, workspaceId: string): Promise<Map<string, string>> {
  const rows = await trx.selectFrom('vehicles').select(['id', 'code']).where('workspace_id', '=', workspaceId).execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}

async function toldOf(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('alerts')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', ['maintenance_due', 'document_ends'])
    .where('settled_at', 'is', null)
    .where(sql<boolean>`key like '%\\_due:%'`)
    .execute()
  return rows.map(({ key }) => key)
}

import { sql } from 'kysely'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'

/** Nobody says to the minute that a transfer left. */
const overdueAfterMinutes = 15

/** Transfers that should have left or arrived a while ago, and of which nobody said so. */
export async function overdueTransfers(trx: Trx, workspaceId: string, now: Date) {
  const before = new Date(now.getTime() - overdueAfterMinutes * 60_000).toISOString()
  return trx
    .selectFrom('transfers')
    .select(['id', 'number', 'state', 'from_depot_name', 'to_depot_name', 'departs_at', 'expected_at', 'driver_id'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'planned'), eb('departs_at', '<', before)]),
        eb.and([eb('state', '=', 'departed'), eb('expected_at', '<', before)]),
      ]),
    )
    .orderBy('number')
    .execute()
}

/** What is said of overdue transfers so far, by key. */
export async function openOverdue(trx: Trx, workspaceId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('alerts')
    .select(['key', 'sentence'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'transfer_overdue')
    .where('settled_at', 'is', null)
    .execute()
  return new Map(rows.map(({ key, sentence }) => [key, sentence]))
}

/** Workspaces with transfers under way, or with something said about one that was overdue. */
export async function workspacesWithTransfers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from workspaces_with_transfers()`.execute(
    inOneStatement(db),
  )
  return rows.map(({ workspace_id }) => workspace_id)
}

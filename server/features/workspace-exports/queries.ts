import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { WorkspaceExport } from '#domain/schema/workspace-export.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import { linkHashOf, shown, shownColumns } from './rules.ts'

const mostShown = 10

/** The newest exports of the workspace. */
export async function readExports(trx: Trx, workspaceId: string): Promise<WorkspaceExport[]> {
  const rows = await trx
    .selectFrom('workspace_exports')
    .select(shownColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(shown)
}

/** Locks an export. @throws AppError `workspace_export_not_found` */
export async function lockExport(trx: Trx, workspaceId: string, id: string) {
  const row = await trx
    .selectFrom('workspace_exports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('workspace_export_not_found')
  return row
}

/** Whose file a link opens. Undefined if it opens none, or not any more. */
export async function findByLink(db: Db, token: string, now: Date) {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select * from find_workspace_export(${linkHashOf(token)}, ${now})`.execute(inOneStatement(db))
  return rows[0]
}

/** Exports whose server is gone, and files whose time is over. */
export async function dueExports(db: Db, now: Date, silentSince: Date) {
  const { rows } = await sql<{ workspace_id: string; id: string; state: WorkspaceExport['state'] }>`
    select * from workspace_exports_due(${now}, ${silentSince})`.execute(inOneStatement(db))
  return rows
}

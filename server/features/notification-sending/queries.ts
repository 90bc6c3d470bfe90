import { sql } from 'kysely'
import type { NotificationChannel, NotificationKind } from '#domain/notifications/events.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'

type Due = Map<string, string[]>

const byWorkspace = (rows: { workspace_id: string; id: string }[]): Due =>
  new Map([...Map.groupBy(rows, (row) => row.workspace_id)].map(([id, of]) => [id, of.map((each) => each.id)]))

/** Notifications of a channel that this server hands over now, by workspace. No other server gets them. */
export async function claimDue(db: Db, channel: NotificationChannel, now: Date, most: number): Promise<Due> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from claim_notifications(${channel}, ${now}, ${most})`.execute(inOneStatement(db))
  return byWorkspace(rows)
}

/** Notifications whose server did not say what became of them, by workspace. */
export async function findAbandoned(db: Db, before: Date, most: number): Promise<Due> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from abandoned_notifications(${before}, ${most})`.execute(inOneStatement(db))
  return byWorkspace(rows)
}

export type ClaimedRow = {
  id: string
  delivery_id: string
  event: NotificationKind
  channel: NotificationChannel
  occasion: string
  recipient: string | null
  subject: string | null
  body: string | null
  attempts: number
  claimed_at: string | null
  created_at: string
  unsubscribe_token: string | null
}

/** Locks notifications that are being handed over. */
export function lockClaimed(trx: Trx, workspaceId: string, ids: string[]): Promise<ClaimedRow[]> {
  return trx
    .selectFrom('notifications')
    .select(['id', 'delivery_id', 'event', 'channel', 'occasion', 'recipient', 'subject', 'body', 'attempts'])
    .select(['claimed_at', 'created_at', 'unsubscribe_token'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('state', '=', 'handing_over')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Which workspace's notification a receipt is of. */
export async function ownerOfReceipt(
  db: Db,
  ours: string | null,
  theirs: string | null,
): Promise<{ workspaceId: string; id: string } | undefined> {
  const isId = ours !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ours)
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from workspace_of_notification(${isId ? ours : null}::uuid, ${theirs})`.execute(
    inOneStatement(db),
  )
  return rows[0] && { workspaceId: rows[0].workspace_id, id: rows[0].id }
}

import { sql, type RawBuilder } from 'kysely'
import { deliveryStates, isEnd } from '#domain/delivery-state.ts'
import {
  mostPreviewed,
  retentionKindNames,
  type Retention,
  type RetentionKind,
  type RetentionPreview,
} from '#domain/schema/retention.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { daysFor, type Limits } from './rules.ts'

export const retentionColumns = [
  'recipients_days',
  'proofs_days',
  'messages_days',
  'audit_days',
  'last_run',
  'version',
] as const

const keepsEverything: Retention = {
  recipients_days: null,
  proofs_days: null,
  messages_days: null,
  audit_days: null,
  last_run: null,
  version: 1,
}

/** How long personal data is kept. A workspace that never said keeps everything. */
export async function readRetention(trx: Trx, workspaceId: string): Promise<Retention> {
  const row = await trx
    .selectFrom('retention')
    .select(retentionColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? keepsEverything
}

const ended = deliveryStates.filter(isEnd)

/** What is removed on a day if it is kept for so many days: the ids of rows, at most so many. */
export type Old = { workspaceId: string; day: string; days: number; most: number }

const lastDay = ({ day, days }: Old) => sql`(${day}::date - ${days}::integer)`
export const beforeMoment = (old: Old) => sql`(${lastDay(old)}::timestamp at time zone (
  select time_zone from workspaces where id = ${old.workspaceId}))`

/** How to find what is too old, by kind. */
export const oldOf: Record<RetentionKind, (old: Old) => RawBuilder<{ id: string }>> = {
  recipients: (old) => sql`
    select id from deliveries where workspace_id = ${old.workspaceId} and erased_at is null
      and (scheduled_date < ${lastDay(old)} or scheduled_date is null and updated_at < ${beforeMoment(old)})
      and (deleted_at is not null or status = any(${ended}::text[]))
    order by scheduled_date limit ${old.most}`,
  proofs: (old) => sql`
    select id from storage.objects where workspace_id = ${old.workspaceId} and bucket_id = 'proofs'
      and created_at < ${beforeMoment(old)} order by created_at limit ${old.most}`,
  messages: (old) => sql`
    select id from (
      select id, inserted_at as at from realtime.messages where workspace_id = ${old.workspaceId}
      union all select id, received_at from driver_messages where workspace_id = ${old.workspaceId}) m
    where at < ${beforeMoment(old)} order by at limit ${old.most}`,
  audit: (old) => sql`
    select number::text as id from audit_entries where workspace_id = ${old.workspaceId}
      and at < ${beforeMoment(old)} and opened <> '{}' order by at, number limit ${old.most}`,
}

/** How much the coming night would remove with these settings. */
export async function previewRetention(
  trx: Trx,
  { workspaceId, day }: Pick<Old, 'workspaceId' | 'day'>,
  limits: Limits,
): Promise<RetentionPreview> {
  const preview: RetentionPreview = {}
  for (const kind of retentionKindNames) {
    const days = daysFor(limits, kind)
    if (days === null) continue
    const old = oldOf[kind]({ workspaceId, day, days, most: mostPreviewed + 1 })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${old}) as old`.execute(trx)
    preview[kind] = rows[0]!.count
  }
  return preview
}

/** The day after today, in the workspace's time zone: when what is too old goes next. */
export async function nextDay(trx: Trx, workspaceId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${now}::timestamptz at time zone time_zone)::date + 1 as day from workspaces where id = ${workspaceId}`.execute(
    trx,
  )
  return rows[0]!.day
}

/** Workspaces where a night has begun since what is too old was last removed, with the day that it is there. */
export async function workspacesToClean(db: Db, now: Date): Promise<{ workspaceId: string; day: string }[]> {
  const { rows } = await sql<{ workspace_id: string; day: string }>`
    select workspace_id, day from workspaces_to_clean(${now})`.execute(db)
  return rows.map(({ workspace_id, day }) => ({ workspaceId: workspace_id, day }))
}

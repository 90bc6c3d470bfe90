import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type {
  OperatorDay,
  OperatorFailures,
  OperatorMessage,
  OperatorOverview,
  OperatorWorkspace,
} from '#domain/schema/operator.ts'
import { calendarMonth, dayAfter, dayOf, instantOf } from '#domain/time.ts'
import { inSiteScope, type Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../http/callers/person.ts'
import { withoutAddresses } from './rules.ts'

/**
 * The email of a person who runs the installation.
 * @throws AppError `not_found` for everybody else, as if there were no such address
 */
export async function operatorOf(trx: Trx, { config }: Pick<Deps, 'config'>, { userId }: Person): Promise<string> {
  const user = await trx
    .selectFrom('auth.users')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const email = user?.email_confirmed_at && user.email?.toLowerCase()
  if (!email || !config.operatorEmails.includes(email)) throw new AppError('not_found')
  return email
}

const newestFirst = (name: string) => ({
  name,
  order: 'desc' as const,
  by: sql`to_char(${sql.ref(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  values: z.string().max(40),
  tie: sql`id`,
  ties: z.uuid(),
})

type Listed = Omit<OperatorWorkspace, 'members' | 'drivers' | 'deliveries' | 'bytes_stored' | 'last_active_at'>
type Figures = Omit<OperatorWorkspace, Exclude<keyof Listed, 'id'>>

/** Workspaces with what they have, the newest first. */
export async function listWorkspaces(
  trx: Trx,
  { q = '', cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
  now: Date,
) {
  const found = trx.selectFrom(sql<Listed>`operator_workspaces(${q})`.as('w'))
  const { rows, next_cursor } = await readPage(found.selectAll(), newestFirst('created_at'), { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await withFigures(trx, rows, now), next_cursor, total }
}

/** @throws AppError `not_found` */
export async function getWorkspace(trx: Trx, id: string, now: Date): Promise<OperatorWorkspace> {
  const row = await trx
    .selectFrom(sql<Listed>`operator_workspaces('')`.as('w'))
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return (await withFigures(trx, [row], now))[0]!
}

async function withFigures(trx: Trx, rows: Listed[], now: Date): Promise<OperatorWorkspace[]> {
  const { firstDay } = calendarMonth(now, 'UTC')
  const { rows: figures } = await sql<Figures>`
    select * from operator_figures(${rows.map(({ id }) => id)}::uuid[], ${instantOf(firstDay, '00:00', 'UTC')})`.execute(
    trx,
  )
  const byId = new Map(figures.map((each) => [each.id, each]))
  return rows.map((row) => ({ ...row, ...byId.get(row.id)! }))
}

const shownDays = 30

/** What was used on each day, the newest first. */
export async function listDays(trx: Trx, now: Date): Promise<OperatorDay[]> {
  const since = dayAfter(dayOf(now, 'UTC'), 1 - shownDays)
  const { rows } = await sql<OperatorDay>`select * from operator_days(${since}::date)`.execute(trx)
  return rows
}

type Overviewing = Pick<Deps, 'db' | 'config' | 'queue' | 'mailer'>

/** How the installation does. */
export async function readOverview(
  trx: Trx,
  { db, config, queue, mailer }: Overviewing,
  version: string,
): Promise<OperatorOverview> {
  const { rows } = await sql<{ workspaces: number; unanswered: number; paused: number; database: string }>`
    select (select count(*)::int from operator_workspaces('')) as workspaces,
      (select count(*)::int from operator_messages() where answered_at is null and not is_spam) as unanswered,
      (select count(*)::int from operator_paused_webhooks()) as paused,
      current_setting('server_version') as database`.execute(trx)
  const { workspaces, unanswered, paused, database } = rows[0]!
  const site = await inSiteScope(db, async (siteTrx) => ({
    mails: await siteTrx
      .selectFrom('site.mails')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
    mailIn: await siteTrx
      .selectFrom('site.mail_in')
      .select(['checked_at', 'failing_since', 'failure', 'strays', 'last_stray_at'])
      .executeTakeFirstOrThrow(),
  }))
  const countOf = (state: string) => site.mails.find((each) => each.state === state)?.count ?? 0
  const depths = await queue.depths()
  const failed = await queue.failed()
  return {
    version,
    node: process.versions.node,
    database: `PostgreSQL ${database}`,
    workspaces,
    unanswered,
    mail: { is_sent: mailer !== undefined, waiting: countOf('waiting'), failed: countOf('failed') },
    mail_in: config.mailIn
      ? { ...site.mailIn, failure: site.mailIn.failure && withoutAddresses(site.mailIn.failure) }
      : null,
    tasks: {
      waiting: depths.reduce((sum, each) => sum + each.waiting, 0),
      running: depths.reduce((sum, each) => sum + each.running, 0),
      failed: failed.reduce((sum, each) => sum + each.count, 0),
    },
    paused_webhooks: paused,
  }
}

const weekMs = 7 * 86_400_000

/** What failed, by reason. Whatever looks like the address of somebody is left out of the reasons. */
export async function readFailures(
  trx: Trx,
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  now: Date,
): Promise<OperatorFailures> {
  const mails = await inSiteScope(db, (siteTrx) =>
    siteTrx
      .selectFrom('site.mails')
      .select((eb) => ['failure', eb.fn.countAll<number>().as('count'), eb.fn.max('created_at').as('last_at')])
      .where('state', '=', 'failed')
      .groupBy('failure')
      .orderBy('last_at', 'desc')
      .limit(100)
      .execute(),
  )
  const notifications = await sql<OperatorFailures['notifications'][number]>`
    select * from operator_failed_notifications(${new Date(now.getTime() - weekMs)})`.execute(trx)
  const webhooks = await sql<{ workspace: string; url: string; why: string; paused_at: string }>`
    select * from operator_paused_webhooks()`.execute(trx)
  return {
    mails: mails.map(({ failure, ...rest }) => ({ reason: withoutAddresses(failure ?? 'unknown'), ...rest })),
    tasks: (await queue.failed()).map(({ reason, ...rest }) => ({ reason: withoutAddresses(reason), ...rest })),
    notifications: notifications.rows,
    webhooks: webhooks.rows.map(({ url, ...rest }) => ({ ...rest, host: new URL(url).host })),
  }
}

const messagesOf = (trx: Trx) => trx.selectFrom(sql<OperatorMessage>`operator_messages()`.as('m'))

/** Messages of the contact page, the newest first. */
export async function listMessages(
  trx: Trx,
  { answered, cursor, limit }: { answered?: 'yes' | 'no' | undefined; cursor?: string | undefined; limit: number },
) {
  let found = messagesOf(trx)
  if (answered) found = found.where('answered_at', answered === 'yes' ? 'is not' : 'is', null)
  const { rows, next_cursor } = await readPage(found.selectAll(), newestFirst('received_at'), { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

import { sql } from 'kysely'
import { z } from 'zod'
import { usualMailIn } from '#domain/mail-in.ts'
import type { MailIn, MailInSettings } from '#domain/schema/mail-in.ts'
import { inTransaction, type Db, type Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import type { Deps } from '../../deps.ts'
import { addressFor } from './rules.ts'

const settingsOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('mail_in_settings').where('workspace_id', '=', workspaceId)

/** How a workspace takes orders by mail. */
export async function readMailInSettings(trx: Trx, workspaceId: string): Promise<MailInSettings> {
  const row = await settingsOf(trx, workspaceId)
    .select(['is_on', 'mapping_id', 'mode', 'senders', 'version'])
    .executeTakeFirst()
  return row ?? usualMailIn
}

/** The same with the address, for whoever manages the workspace. */
export async function readMailIn(trx: Trx, { config }: Pick<Deps, 'config'>, workspaceId: string): Promise<MailIn> {
  const settings = await readMailInSettings(trx, workspaceId)
  const row = await settingsOf(trx, workspaceId).select('token').executeTakeFirst()
  const address = row && config.mailIn ? addressFor(config.mailIn.address, row.token) : null
  return { ...settings, offered: config.mailIn !== undefined, address }
}

/** Whose address has this secret part, whether mail is taken there or not. */
export async function workspaceOfMail(db: Db, token: string): Promise<string | undefined> {
  const { rows } = await inTransaction(db, (trx) =>
    sql<{ id: string | null }>`select workspace_of_mail(${token}) as id`.execute(trx),
  )
  return rows[0]?.id ?? undefined
}

const newestFirst = {
  name: 'number',
  order: 'desc' as const,
  by: sql`number`,
  values: z.number().int(),
  tie: sql`id`,
  ties: z.uuid(),
}

/** The mails that came, the newest first. */
export async function listMails(
  trx: Trx,
  workspaceId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const found = trx.selectFrom('mail_in_mails').where('workspace_id', '=', workspaceId)
  const columns = ['id', 'sender', 'subject', 'received_at', 'state', 'problem', 'files'] as const
  const { rows, next_cursor } = await readPage(found.select(columns), newestFirst, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/** What became of the mail when it came before, if it did. */
export async function knownMail(trx: Trx, workspaceId: string, messageId: string) {
  return trx
    .selectFrom('mail_in_mails')
    .select('state')
    .where('workspace_id', '=', workspaceId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

/** The hashes of files that were taken since then. */
export async function hashesSince(trx: Trx, workspaceId: string, since: Date): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('mail_in_mails')
    .select('hashes')
    .where('workspace_id', '=', workspaceId)
    .where('received_at', '>=', since.toISOString())
    .execute()
  return new Set(rows.flatMap(({ hashes }) => hashes))
}

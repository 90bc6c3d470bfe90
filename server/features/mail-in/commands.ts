import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { deliveryBatchSize } from '#domain/api/import.ts'
import { guessMapping } from '#domain/import/columns.ts'
import { deliveryReaderWith } from '#domain/import/delivery-reader.ts'
import { hasSameNames, mappingByName, mappingOf } from '#domain/import/kept-mapping.ts'
import type { ImportContext } from '#domain/import/row-reader.ts'
import { isAllowedSender } from '#domain/mail-in.ts'
import type { ImportMapping } from '#domain/schema/import-mapping.ts'
import { mostRowsOfMail, type MailedFile, type MailIn, type MailInPatch } from '#domain/schema/mail-in.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import { prepareRows } from '#domain/sheets/prepare-rows.ts'
import { toSheet, type RawSheet } from '#domain/sheets/sheet.ts'
import { dayOf, instantOf } from '#domain/time.ts'
import { readCustomFields } from '../../db/custom-fields.ts'
import { inSiteScope, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import type { ReadMail } from '../../outside/mail-in/read-mail.ts'
import { sendMail } from '../../queue/mail.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import { importDeliveries, type Reroute } from '../deliveries/commands.ts'
import { getImportMapping, listImportMappings } from '../import-mappings/queries.ts'
import { readDepots } from '../planning/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { hashesSince, knownMail, readMailIn, readMailInSettings } from './queries.ts'
import { answerMail, newToken } from './rules.ts'

type Settling = Pick<Deps, 'config' | 'now'>

/**
 * Changes how a workspace takes orders by mail.
 * @throws AppError `mail_in_not_offered`, `mail_in_no_senders`, `import_mapping_not_found`, `version_conflict`
 */
export async function changeMailIn(
  trx: Trx,
  deps: Settling,
  actor: Actor,
  change: MailInPatch,
  seen: Seen,
): Promise<MailIn> {
  const { workspaceId } = actor
  const before = await lockMailIn(trx, deps, workspaceId, seen)
  if (Object.keys(change).length === 0) return before
  const { offered, address: _, ...settings } = { ...before, ...change, version: before.version + 1 }
  if (settings.is_on && !offered) throw new AppError('mail_in_not_offered')
  if (settings.is_on && settings.senders.length === 0) throw new AppError('mail_in_no_senders')
  if (change.mapping_id) {
    const { kind } = await getImportMapping(trx, workspaceId, change.mapping_id)
    if (kind !== 'deliveries') throw new AppError('import_mapping_not_found')
  }
  return saveMailIn(trx, deps, actor, settings, before)
}

/**
 * Gives a workspace a new address, and ends the old one.
 * @throws AppError `mail_in_not_offered`, `version_conflict`
 */
export async function renewMailIn(trx: Trx, deps: Settling, actor: Actor, seen: Seen): Promise<MailIn> {
  const before = await lockMailIn(trx, deps, actor.workspaceId, seen)
  if (!before.offered) throw new AppError('mail_in_not_offered')
  const { offered: _, address: __, ...settings } = { ...before, version: before.version + 1 }
  return saveMailIn(trx, deps, actor, { ...settings, token: newToken() }, before)
}

async function lockMailIn(trx: Trx, deps: Settling, workspaceId: string, seen: Seen): Promise<MailIn> {
  await lockWorkspace(trx, workspaceId)
  const before = await readMailIn(trx, deps, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  return before
}

type Saved = Omit<MailIn, 'offered' | 'address'> & { token?: string }

async function saveMailIn(
  trx: Trx,
  deps: Settling,
  actor: Actor,
  settings: Saved,
  { offered: _, address: __, ...before }: MailIn,
): Promise<MailIn> {
  const { workspaceId } = actor
  const { id } = await trx
    .insertInto('mail_in_settings')
    .values({ workspace_id: workspaceId, token: newToken(), ...settings })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(settings))
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await readMailInSettings(trx, workspaceId)
  await appendEvents(trx, actor, [{ type: 'mail_in_settings.updated', id, data, before }], deps.now())
  return readMailIn(trx, deps, workspaceId)
}

type Taking = Pick<Deps, 'now' | 'config' | 'mailer' | 'queue' | 'geocoder'>

/** How long the log of mails goes back. */
const keptMs = 90 * 86_400_000

/**
 * Imports what is attached to a mail, notes what was taken, and answers an allowed sender, all in one transaction. A mail
 * that was taken before is left alone.
 * @param problem why nothing of it can be taken
 * @throws AppError that an import throws, such as `quota_reached`
 */
export async function takeMail(
  trx: Trx,
  deps: Taking,
  workspaceId: string,
  mail: ReadMail,
  reroute: Reroute,
  problem: string | null = null,
): Promise<void> {
  const now = deps.now()
  await lockWorkspace(trx, workspaceId)
  if ((await knownMail(trx, workspaceId, mail.id))?.state === 'taken') return
  const settings = await readMailInSettings(trx, workspaceId)
  const isAllowed = isAllowedSender(mail.sender, settings.senders)
  const why = problem ?? mail.problem ?? whyNot(mail, settings.is_on, isAllowed)
  const files = why === null ? await takeFiles(trx, deps, workspaceId, mail, reroute) : []
  const taken = files.filter((file) => file.problem === null)
  await note(trx, workspaceId, mail, { problem: why, files, now })
  if (!isAllowed || !settings.is_on || mail.isAutomatic) return
  const { name: workspaceName } = await readWorkspace(trx, workspaceId)
  await sendMail(trx, deps, answerMail({ to: mail.sender, subject: mail.subject, workspaceName, problem: why, files }))
  if (taken.length > 0 && deps.geocoder) await deps.queue.add(trx, locateDeliveries, { workspaceId })
}

/** Why nothing of a mail is taken, if so. */
function whyNot(mail: ReadMail, isOn: boolean, isAllowed: boolean): string | null {
  if (!isOn) return 'Orders by mail are turned off.'
  if (!isAllowed) return 'Its sender is not among those from whom orders are taken.'
  if (mail.files.length === 0) return 'No CSV or Excel file is attached.'
  return null
}

type Noted = { problem: string | null; files: (MailedFile & { hash: string })[]; now: Date }

async function note(trx: Trx, workspaceId: string, mail: ReadMail, { problem, files, now }: Noted): Promise<void> {
  const taken = files.filter((file) => file.problem === null)
  const row = {
    sender: mail.sender,
    subject: mail.subject,
    received_at: now,
    state: taken.length > 0 ? ('taken' as const) : ('refused' as const),
    problem,
    files: JSON.stringify(files.map(({ hash: _, ...file }) => file)),
    hashes: taken.map(({ hash }) => hash),
  }
  await trx
    .insertInto('mail_in_mails')
    .values({ workspace_id: workspaceId, message_id: mail.id, ...row })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'message_id']).doUpdateSet(row))
    .execute()
  await trx
    .deleteFrom('mail_in_mails')
    .where('workspace_id', '=', workspaceId)
    .where('received_at', '<', new Date(now.getTime() - keptMs).toISOString())
    .execute()
}

async function takeFiles(trx: Trx, deps: Taking, workspaceId: string, mail: ReadMail, reroute: Reroute) {
  const now = deps.now()
  const workspace = await readWorkspace(trx, workspaceId)
  const { usual } = await readDepots(trx, workspaceId)
  const day = dayOf(now, workspace.time_zone)
  // A file that a program sends twice is one; the same orders may come again on another day.
  const known = await hashesSince(trx, workspaceId, instantOf(day, '00:00', workspace.time_zone))
  const context = { day, near: usual?.location, language: workspace.language, currency: workspace.currency }
  const importing = { deps, workspaceId, author: authorOf(workspaceId, mail), context, reroute }
  const files: (MailedFile & { hash: string })[] = []
  let left = mostRowsOfMail
  for (const file of mail.files) {
    const { name, hash } = file
    const refuse = (problem: string) =>
      files.push({ name, hash, problem, created: 0, updated: 0, unchanged: 0, refused: [] })
    if ('problem' in file) refuse(file.problem)
    else if (known.has(hash)) refuse('The same file was taken today already.')
    else if (file.sheet.rows.length - 1 > left) {
      refuse(`A mail may bring ${mostRowsOfMail.toLocaleString('en-US')} rows. Split it, or import it on the page.`)
    } else {
      left -= file.sheet.rows.length - 1
      known.add(hash)
      files.push({ name, hash, ...(await importSheet(trx, importing, file.sheet)) })
    }
  }
  return files
}

const authorOf = (workspaceId: string, { sender }: ReadMail): Author => ({
  workspaceId,
  userId: null,
  name: `Mail from ${sender}`,
})

type Importing = {
  deps: Taking
  workspaceId: string
  author: Author
  context: ImportContext
  reroute: Reroute
}

/** Imports the rows of a sheet, as the page does with a file that is dropped there. */
async function importSheet(
  trx: Trx,
  { deps, workspaceId, author, context, reroute }: Importing,
  raw: RawSheet,
): Promise<Omit<MailedFile, 'name'>> {
  const { mode, mapping_id } = await readMailInSettings(trx, workspaceId)
  const reader = deliveryReaderWith(await readCustomFields(trx))
  const sheet = toSheet(raw, { hasHeader: true })
  const mapping = await mappingFor(trx, workspaceId, mapping_id, reader.columns, sheet.header)
  const result: Omit<MailedFile, 'name'> = { problem: null, created: 0, updated: 0, unchanged: 0, refused: [] }
  if (!mapping.some((field) => field === 'delivery_address' || field === 'reference')) {
    return {
      ...result,
      problem:
        'None of its columns is a delivery address or a reference. Import such a file on the page once, and keep what its columns mean.',
    }
  }
  const rows = prepareRows(reader, sheet, mapping, {
    ...context,
    epoch: raw.workbook?.epoch,
    isMerge: mode === 'merge',
  })
  for (const { number, problems } of rows) {
    if (problems.length > 0) {
      result.refused.push({ row: number, reason: problems.map(({ message }) => message).join(' ') })
    }
  }
  const good = rows.filter((row) => row.row !== undefined)
  const part = { id: randomUUID(), rows: good.length }
  for (let at = 0; at < good.length; at += deliveryBatchSize) {
    const batch = good.slice(at, at + deliveryBatchSize)
    const reply = await importDeliveries(
      trx,
      author,
      {
        source: 'csv',
        mode,
        deliveries: batch.map((row) => row.row as NewDelivery),
        new_day: context.day,
        part,
        isDryRun: false,
      },
      { limits: deps.config.quotas, now: deps.now() },
      reroute,
    )
    result.created += reply.created
    result.updated += reply.updated
    result.unchanged += reply.unchanged
    result.refused.push(...reply.refused.map(({ index, reason }) => ({ row: batch[index]!.number, reason })))
  }
  return result
}

type Columns = ReturnType<typeof deliveryReaderWith>['columns']

/** What the columns hold: as the settings say, as a kept mapping for such files says, or by their names. */
async function mappingFor(
  trx: Trx,
  workspaceId: string,
  chosen: string | null,
  columns: Columns,
  header: readonly string[],
) {
  const { data: kept } = await listImportMappings(trx, workspaceId, { kind: 'deliveries' })
  const wanted = kept.find(({ id }) => id === chosen)
  if (wanted) return mappingByName(columns, wanted, header)
  const known: ImportMapping | undefined = kept.find((each) => hasSameNames(each.header, header))
  return known ? mappingOf(columns, known) : guessMapping(columns, header)
}

/** Takes the mailbox for this server, or keeps it. Returns whether it has it. */
export async function holdMailbox({ db, now }: Pick<Deps, 'db' | 'now'>, holder: string, ms: number): Promise<boolean> {
  const at = now()
  const { numUpdatedRows } = await inSiteScope(db, (trx) =>
    trx
      .updateTable('site.mail_in')
      .set({ holder, held_until: new Date(at.getTime() + ms) })
      .where((eb) => eb.or([eb('holder', '=', holder), eb('held_until', '<', at.toISOString())]))
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows > 0n
}

/** Lets another server read the mailbox at once. */
export async function letMailboxGo({ db }: Pick<Deps, 'db'>, holder: string): Promise<void> {
  await inSiteScope(db, (trx) =>
    trx
      .updateTable('site.mail_in')
      .set({ holder: null, held_until: '-infinity' })
      .where('holder', '=', holder)
      .execute(),
  )
}

/** Notes that the mailbox was read, or why it could not be. */
export async function noteMailbox({ db, now }: Pick<Deps, 'db' | 'now'>, failure: string | null): Promise<void> {
  const at = now()
  await inSiteScope(db, (trx) =>
    trx
      .updateTable('site.mail_in')
      .set((eb) => ({
        failure,
        failing_since: failure === null ? null : eb.fn.coalesce('failing_since', eb.val(at.toISOString())),
        ...(failure === null && { checked_at: at }),
      }))
      .execute(),
  )
}

/** Notes that a mail came to an address that no workspace has. */
export async function noteStray({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await inSiteScope(db, (trx) =>
    trx
      .updateTable('site.mail_in')
      .set((eb) => ({ strays: eb('strays', '+', 1), last_stray_at: now() }))
      .execute(),
  )
}

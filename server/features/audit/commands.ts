import { sql } from 'kysely'
import { auditErasures, erasedAction } from '#domain/audit/erasures.ts'
import { auditSignatureType, type AuditSeal } from '#domain/audit/export.ts'
import { auditVerifier, type AuditHead, type AuditMisfit } from '#domain/audit/verify.ts'
import { noteAudit, type Noted } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { checkAuditLog } from '../../queue/tasks.ts'
import { readCheck, readEntries, readHead, readState } from './queries.ts'

/** Asks for a check of the whole log. One that waits already is enough. */
export async function askForCheck(trx: Trx, { queue }: Pick<Deps, 'queue'>, actor: Noted, now: Date) {
  const { workspaceId } = actor
  const known = await readCheck(trx, workspaceId)
  const row = { workspace_id: workspaceId, state: 'waiting' as const, asked_at: now }
  await trx
    .insertInto('audit_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ state: 'waiting', asked_at: now }))
    .execute()
  if (known?.state !== 'waiting') {
    await queue.add(trx, checkAuditLog, { workspaceId, isWhole: true })
    noteAudit(trx, actor, { action: 'audit.checked' }, now)
  }
  return readState(trx, workspaceId)
}

const entriesAtOnce = 2000

type Reading = { workspaceId: string; read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>; signal?: AbortSignal }

/**
 * Reads the log up to where it ends now, and says the first thing that does not fit. In pages, each in its own
 * transaction, so that others have their turn.
 * @param after where an earlier check ended, unless everything is to be read
 */
export async function verifyLog(
  { workspaceId, read, signal }: Reading,
  after: AuditHead | undefined,
  signed: AuditHead | undefined,
): Promise<{ head: AuditHead; misfit: AuditMisfit | undefined }> {
  const head = await read((trx) => readHead(trx, workspaceId))
  const erasures = auditErasures()
  const everything = await read((trx) => readErasures(trx, workspaceId))
  for (const entry of everything) erasures.add(entry)
  const verifier = auditVerifier({
    isComplete: true,
    isErased: erasures.isErased,
    ...(after && { after }),
    witnesses: signed && signed.length > (after?.length ?? 0) ? [signed] : [],
  })
  for (let last = after?.length ?? 0; last < head.length;) {
    signal?.throwIfAborted()
    const from = last
    const entries = await read((trx) =>
      readEntries(trx, workspaceId, { after: from, to: head.length, limit: entriesAtOnce }),
    )
    if (!entries.length) break
    for (const { previous_hash, ...entry } of entries) verifier.add(entry, previous_hash || undefined)
    last = entries.at(-1)!.number
  }
  const found = verifier.end(head)
  const shorter = signed && head.length < signed.length
  const misfit = found[0] ?? (shorter ? lostNewest(head, signed) : undefined)
  return { head, misfit }
}

const lostNewest = ({ length }: AuditHead, signed: AuditHead): AuditMisfit => ({
  entry: length + 1,
  say: `The newest entries are missing: ${signed.length} were signed earlier.`,
})

function readErasures(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('audit_entries')
    .select(['action', 'number', 'detail'])
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', erasedAction)
    .execute()
}

/** Keeps what a check found. If everything fits, the end of the log is signed, and may never be before that again. */
export async function saveCheck(
  trx: Trx,
  { keys }: Pick<Deps, 'keys'>,
  { workspaceId, head, misfit }: { workspaceId: string; head: AuditHead; misfit: AuditMisfit | undefined },
  now: Date,
): Promise<void> {
  const signed = misfit ? {} : signHead({ keys }, workspaceId, head, now)
  const found = {
    state: misfit ? ('broken' as const) : ('whole' as const),
    checked_at: now,
    entries: head.length,
    misfit: misfit ? JSON.stringify(misfit) : null,
    ...signed,
  }
  await trx
    .insertInto('audit_checks')
    .values({ workspace_id: workspaceId, asked_at: now, ...found })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(found))
    .execute()
}

function signHead({ keys }: Pick<Deps, 'keys'>, workspaceId: string, head: AuditHead, now: Date) {
  const content = { workspace_id: workspaceId, at: now.toISOString(), ...head }
  const { signature, publicKey } = keys.signRecord(auditSignatureType, content)
  return {
    signed_length: head.length,
    signed_hash: head.hash,
    signature,
    public_key: JSON.stringify(publicKey),
  }
}

/** The signature over what is in an export. */
export function signExport({ keys }: Pick<Deps, 'keys'>, seal: AuditSeal) {
  const { signature, publicKey } = keys.signRecord(auditSignatureType, seal)
  return { type: 'end' as const, ...seal, signature, public_key: publicKey as Record<string, unknown> }
}

const forgottenAtOnce = 5000

/**
 * Drops the personal values of entries that are older than a moment: who did it, from where, names and values of personal
 * fields. The entries and the chain stay; one more entry says what was dropped. Call it again, in a new transaction, for as
 * long as it says that there is more.
 */
export async function forgetAuditValues(
  trx: Trx,
  by: Noted,
  before: Date,
  now: Date,
): Promise<{ entries: number; hasMore: boolean }> {
  const { rows } = await sql<{ passed: number }>`
    select forget_audit_values(${before}, ${forgottenAtOnce}) as passed`.execute(trx)
  const entries = rows[0]!.passed
  const detail = { before: before.toISOString(), entries }
  if (entries) noteAudit(trx, by, { action: erasedAction, detail }, now)
  return { entries, hasMore: entries === forgottenAtOnce }
}

const recordsAtOnce = 100

/**
 * Drops the personal values of entries about some records, such as deliveries whose recipient is erased. Who made the
 * entries stays, and the hashes do.
 */
export async function eraseAuditValues(
  trx: Trx,
  by: Noted,
  { recordIds, seals = ['label', 'values'] }: { recordIds: string[]; seals?: string[] },
  now: Date,
): Promise<number> {
  let changed = 0
  for (let from = 0; from < recordIds.length; from += recordsAtOnce) {
    const some = recordIds.slice(from, from + recordsAtOnce)
    const { rows } = await sql<{ entries: number }>`
      select erase_audit_values(${some}::uuid[], ${seals}::text[]) as entries`.execute(trx)
    const entries = rows[0]!.entries
    changed += entries
    if (entries) noteAudit(trx, by, { action: erasedAction, detail: { record_ids: some, seals, entries } }, now)
  }
  return changed
}

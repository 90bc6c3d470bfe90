import type { VerifySignature } from '../chain/verify-export.ts'
import { canonicalJson, type Json } from '../chain/canonical-json.ts'
import { auditErasures } from './erasures.ts'
import {
  growDigest,
  writeLine,
  type AuditExportEnd,
  type AuditExportHeader,
  type AuditExportLine,
  type AuditFormat,
} from './export.ts'
import { auditVerifier, type AuditHead, type AuditMisfit } from './verify.ts'

/** A line of a file, and what of it the digest covers. */
export type ReadLine = { line: AuditExportLine; covered: string }

/** What an export was found to be. */
export type AuditReport = {
  header: AuditExportHeader
  entries: number
  /** The numbers of the first and last entry, if there are any. */
  first: number | null
  last: number | null
  /** Undefined if the file was cut short. */
  end: AuditExportEnd | undefined
  misfits: AuditMisfit[]
}

/**
 * Verifies an export without the server. The file is read twice, since a later entry says why an earlier one lost values.
 * @param witnesses heads of earlier exports of the same workspace
 */
export async function verifyAuditExport(
  read: () => AsyncIterable<ReadLine>,
  verifySignature: VerifySignature,
  { format, witnesses = [] }: { format: AuditFormat; witnesses?: AuditHead[] },
): Promise<AuditReport> {
  const { header, erasures } = await survey(read())
  const isComplete = !Object.keys(header.filter).length
  const isErased: Parameters<typeof auditVerifier>[0]['isErased'] = (entry, name) =>
    !isComplete || erasures.isErased(entry, name)
  const verifier = auditVerifier({ isComplete, isErased, witnesses })
  const misfits: AuditMisfit[] = []
  let [digest, first, end] = ['', null as number | null, undefined as AuditExportEnd | undefined]
  for await (const { line, covered } of read()) {
    if (end) {
      misfits.push({ entry: null, say: 'Lines were added after the end.' })
      break
    }
    if (line.type === 'end') end = line
    else digest = growDigest(digest, covered)
    if (line.type !== 'entry') continue
    const { type: _, previous_hash, ...entry } = line
    first ??= entry.number
    if (entry.workspace_id !== header.workspace_id)
      misfits.push({ entry: entry.number, say: `Entry ${entry.number} is of another workspace.` })
    if (format === 'csv' && writeLine('csv', line).covered !== covered) {
      misfits.push({ entry: entry.number, say: `Entry ${entry.number} shows something else than its proof says.` })
    }
    verifier.add(entry, previous_hash)
  }
  misfits.push(...verifier.end(end && { length: end.length, hash: end.hash }, 'the end of the file'))
  misfits.push(...(await wrongEnd(end, { header, digest, entries: verifier.count() }, verifySignature)))
  return {
    header,
    entries: verifier.count(),
    first,
    last: verifier.count() ? verifier.last().length : null,
    end,
    misfits,
  }
}

async function survey(lines: AsyncIterable<ReadLine>) {
  const erasures = auditErasures()
  let header: AuditExportHeader | undefined
  for await (const { line } of lines) {
    if (line.type === 'audit') header ??= line
    if (line.type === 'entry') erasures.add(line)
  }
  if (header?.version !== 1) throw new SyntaxError('This is not an export of the audit log.')
  return { header, erasures }
}

async function wrongEnd(
  end: AuditExportEnd | undefined,
  found: { header: AuditExportHeader; digest: string; entries: number },
  verifySignature: VerifySignature,
): Promise<AuditMisfit[]> {
  if (!end) return [{ entry: null, say: 'The file was cut short: its last line is missing.' }]
  const { type: _, signature, public_key, ...seal } = end
  const signed = await verifySignature(signature, public_key)
  if (signed === undefined || canonicalJson(signed as Json) !== canonicalJson(seal)) {
    return [{ entry: null, say: 'The signature at the end does not fit what it says.' }]
  }
  if (seal.workspace_id !== found.header.workspace_id) return [{ entry: null, say: 'The end is of another workspace.' }]
  if (seal.entries !== found.entries) {
    return [{ entry: null, say: `There are ${found.entries} entries in the file, but ${seal.entries} were exported.` }]
  }
  if (seal.digest !== found.digest) {
    return [{ entry: null, say: 'Lines were changed, moved or replaced since the file was exported.' }]
  }
  return []
}

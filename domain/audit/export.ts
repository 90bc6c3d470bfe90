import { quotedCsvCell, toCsvCell } from '../import/csv-cell.ts'
import { canonicalJson, type Json } from '../chain/canonical-json.ts'
import { sha256Of } from '../chain/hash.ts'
import type { AuditEntry } from './entry.ts'
import { auditSentence, valueText } from './sentence.ts'
import { shownEntry } from './shown.ts'

/*
 * An export of a workspace's audit log: a header, the entries by number, and an end that is signed. As JSON Lines, or as
 * CSV whose last column has the same lines, so that both can be verified alike.
 */

export type AuditExportHeader = {
  type: 'audit'
  version: 1
  workspace_id: string
  workspace_name: string
  exported_at: string
  exported_by: string
  /** What was asked for. Empty if the export is complete. */
  filter: Record<string, string>
}
export type AuditExportEntry = { type: 'entry'; previous_hash: string } & AuditEntry
/** Without it, the file was cut short. `signature` is a JWS over the rest, `public_key` a JWK. */
export type AuditExportEnd = { type: 'end' } & AuditSeal & { signature: string; public_key: Record<string, unknown> }

export type AuditExportLine = AuditExportHeader | AuditExportEntry | AuditExportEnd

/** What is signed: where the log ended, and what is in the file. */
export type AuditSeal = {
  workspace_id: string
  at: string
  /** The number of the last entry of the log when it was exported, and its hash. */
  length: number
  hash: string
  /** How many entries are in the file, and the hash over all its lines before the end. */
  entries: number
  digest: string
}

/** The type in the signature's header, so that it never passes for another. */
export const auditSignatureType = 'karta-audit+jwt'

/** The hash over lines, one after the other. */
export function growDigest(digest: string, line: string): string {
  return sha256Of(`${digest}\n${line}`)
}

export type AuditFormat = 'jsonl' | 'csv'

/** How a line is written, and what of it the digest covers. */
export function writeLine(format: AuditFormat, line: AuditExportLine): { text: string; covered: string } {
  if (format === 'jsonl') {
    const covered = JSON.stringify(line)
    return { text: `${covered}\n`, covered }
  }
  const cells = cellsOf(line)
  return { text: `${cells.map(quotedCsvCell).join(',')}\r\n`, covered: canonicalJson(cells) }
}

export const csvColumns = [
  'number',
  'time (UTC)',
  'who',
  'kind of actor',
  'from address',
  'action',
  'what happened',
  'before and after',
  'record kind',
  'record id',
  'records',
  'proof',
]

/** Begins a file of CSV: a mark for spreadsheets, and the names of the columns. */
export const csvHead = `\ufeff${csvColumns.map(quotedCsvCell).join(',')}\r\n`

function cellsOf(line: AuditExportLine): string[] {
  if (line.type === 'audit') {
    const name = `Audit log of ${line.workspace_name}`
    const filter = Object.entries(line.filter).map(([what, value]) => `${what}: ${value}`)
    return inCells(
      ['', line.exported_at, line.exported_by, '', '', 'export', name, filter.join(', '), '', '', ''],
      line,
    )
  }
  if (line.type === 'end') {
    const says = `End of the export: ${line.entries} entries`
    return inCells(['', line.at, '', '', '', 'end', says, '', '', '', ''], line)
  }
  const { record_ids: _, ...entry } = line
  const shown = shownEntry(line)
  const changes = Object.entries(shown.changes).map(
    ([field, { from, to }]) => `${field}: ${valueText(from)} → ${valueText(to)}`,
  )
  return inCells(
    [
      String(line.number),
      line.at,
      shown.actor.name ?? '',
      line.actor_kind,
      shown.origin?.ip ?? '',
      line.action,
      auditSentence(shown),
      changes.join('; '),
      line.record_kind ?? '',
      line.record_id ?? '',
      line.records ? String(line.records) : '',
    ],
    entry,
  )
}

function inCells(cells: string[], proof: object): string[] {
  return [...cells.map(toCsvCell), canonicalJson(proof as Record<string, Json>)]
}

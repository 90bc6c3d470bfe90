import type { Entry, Head } from './entry.ts'
import type { OldEntry } from './format-1.ts'
import type { Leaf, LogEntry } from './log.ts'

/*
 * An export of everything that proves the histories of a workspace: JSON Lines, each with its `type`. First the log with
 * the leaves of its trees, then one chain after the other: its head and its entries.
 */

export type ExportHeader = {
  type: 'custody'
  version: 1
  workspace_id: string
  workspace_name: string
  exported_at: string
  /** Whether personal values and their salts are in the file. Hashes prove the histories without them. */
  with_personal_data: boolean
}
export type ExportLog = { type: 'log' } & LogEntry
export type ExportLeaf = { type: 'leaf'; number: number } & Leaf
/** `head` is null if it is missing. */
export type ExportChain = { type: 'chain'; subject: string; subject_id: string; head: Head | null }
export type ExportEntry = { type: 'entry' } & (Entry | OldEntry)
/** Without it, the file was cut short. */
export type ExportEnd = { type: 'end'; lines: number }

export type ExportLine = ExportHeader | ExportLog | ExportLeaf | ExportChain | ExportEntry | ExportEnd

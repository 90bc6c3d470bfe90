import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ExportLine } from './export.ts'
import { leafHashOf, type Leaf, type LogEntry } from './log.ts'
import { inclusionPath, rootOfInclusion } from './merkle.ts'
import { misfitSentence } from './misfit.ts'
import { verifyChain, type AnyEntry } from './verify.ts'
import { beginsWith, wrongInLogEntry, type VerifySignature } from './verify-export.ts'

/**
 * One history, and the proof that it was signed: the hashes that lead from its head to the root of a log entry. It says
 * nothing about any other history.
 */
export type Proof = {
  type: 'proof'
  version: 1
  with_personal_data: boolean
  log: LogEntry
  leaf: Leaf
  /** The place of the leaf in the tree, from 0. */
  index: number
  path: string[]
  entries: AnyEntry[]
}

/** Takes the proof of one history from an export. Undefined if it is not in it, or not signed yet. */
export async function makeProof(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
  subjectId: string,
): Promise<Proof | undefined> {
  let log: LogEntry | undefined
  let isPersonal = false
  const newest = new Map<string, Leaf>()
  const entries: AnyEntry[] = []
  for await (const line of lines) {
    if (line.type === 'custody') isPersonal = line.with_personal_data
    else if (line.type === 'log') {
      const { type: _, ...entry } = line
      log = entry
    } else if (line.type === 'entry' && line.subject_id === subjectId) {
      const { type: _, ...entry } = line
      entries.push(entry)
    } else if (line.type === 'leaf') {
      const { subject, subject_id, length, hash } = line
      newest.set(`${subject} ${subject_id}`, { subject, subject_id, length, hash })
    }
  }
  const leaves = [...newest.keys()].sort().map((name) => newest.get(name)!)
  const index = leaves.findIndex(({ subject_id }) => subject_id === subjectId)
  if (!log || index < 0) return undefined
  const path = inclusionPath(leaves.map(leafHashOf), index).map(bytesToHex)
  return { type: 'proof', version: 1, with_personal_data: isPersonal, log, leaf: leaves[index]!, index, path, entries }
}

/** What does not fit in a proof, in a sentence, or undefined. */
export async function wrongInProof(proof: Proof, verifySignature: VerifySignature): Promise<string | undefined> {
  const { log, leaf, index, path, entries, with_personal_data } = proof
  const wrong = await wrongInLogEntry(log, verifySignature)
  if (wrong) return wrong
  const inclusion = { leaf: leafHashOf(leaf), index, size: log.chains, path: path.map(hexToBytes) }
  const root = rootOfInclusion(inclusion)
  if (!root || bytesToHex(root) !== log.root) return 'The history is not among those that were signed.'
  if (entries.some(({ subject_id }) => subject_id !== leaf.subject_id)) return 'An entry is of another history.'
  // Entries after the signed ones have no head here, so the last entry stands for it.
  const last = entries.at(-1)
  const head = last && { length: entries.length, hash: last.hash }
  const begins = beginsWith[leaf.subject]
  const found = verifyChain(entries, { head, signed: leaf, withheld: !with_personal_data, ...(begins && { begins }) })
  return found && misfitSentence(found)
}

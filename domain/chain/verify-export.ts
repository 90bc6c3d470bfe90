import type { ExportChain, ExportHeader, ExportLine } from './export.ts'
import { growRoot, logHash, signedContent, type Leaf, type LogEntry } from './log.ts'
import { misfit, misfitSentence, type Misfit } from './misfit.ts'
import { inOrder, verifyChain, type AnyEntry } from './verify.ts'
import { canonicalJson, type Json } from './canonical-json.ts'

/** What a JWS says if its signature is right and made with this key (a JWK), else undefined. */
export type VerifySignature = (jws: string, publicKey: Record<string, unknown>) => Promise<unknown>

/** What an export was found to be. */
export type Report = {
  header: ExportHeader
  chains: number
  entries: number
  /** The days of the first and the last log entry. */
  signed: { entries: number; first: string; last: string } | undefined
  /** The key (a JWK) of the last log entry, which vouches for all before it. */
  key: Record<string, unknown> | undefined
  /** What does not fit, by chain, in sentences. Empty if everything does. */
  misfits: { of: string; say: string }[]
  /** The hashes of the log and of every chain, to compare a newer export with. */
  hashes: Map<string, string[]>
}

const logName = 'The signed log'
const nameOf = ({ subject, subject_id }: { subject: string; subject_id: string }) => `${subject} ${subject_id}`

/**
 * Verifies an export by itself: every chain, the log and its signatures, every root, and that no chain is behind what was
 * signed.
 * @throws Error if this is no export
 */
export async function verifyExport(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
  verifySignature: VerifySignature,
): Promise<Report> {
  let header: ExportHeader | undefined
  const log: LogEntry[] = []
  const leaves: (Leaf & { number: number })[] = []
  const signed = new Map<string, Leaf>()
  const hashes = new Map<string, string[]>()
  const misfits: Report['misfits'] = []
  let [count, entryCount, isEnded] = [0, 0, false]
  let open: { chain: ExportChain; entries: AnyEntry[] } | undefined

  const close = () => {
    if (!open) return
    const { chain, entries } = open
    const name = nameOf(chain)
    const head = chain.head ?? undefined
    const withheld = !header!.with_personal_data
    const found = verifyChain(entries, { head, signed: signed.get(name), begins: beginsWith[chain.subject], withheld })
    if (found) misfits.push({ of: name, say: misfitSentence(found) })
    hashes.set(
      name,
      inOrder(entries).map(({ hash }) => hash),
    )
    open = undefined
  }

  for await (const line of lines) {
    count++
    if (!header && line.type !== 'custody') throw new Error('This is not a custody export.')
    if (isEnded) misfits.push({ of: 'The file', say: 'It goes on after its end.' })
    if (line.type === 'custody') header = line
    else if (line.type === 'log') log.push(line)
    else if (line.type === 'leaf') {
      leaves.push(line)
      signed.set(nameOf(line), line)
    } else if (line.type === 'chain') {
      close()
      open = { chain: line, entries: [] }
    } else if (line.type === 'entry') {
      entryCount++
      if (open?.chain.subject_id === line.subject_id) open.entries.push(line)
      else misfits.push({ of: line.subject_id, say: 'An entry is not with its chain.' })
    } else if (line.type === 'end') {
      close()
      isEnded = line.lines === count
    }
  }
  if (!header) throw new Error('This is not a custody export.')
  close()
  if (!isEnded) misfits.push({ of: 'The file', say: 'It is cut short: its end is missing.' })
  for (const [name, { length }] of signed) {
    if (hashes.has(name)) continue
    misfits.push({ of: name, say: misfitSentence(misfit('history_missing', { count: length, against: 'signature' })) })
  }
  const wrongInLog = (await wrongSignatures(log, verifySignature)) ?? wrongRoots(log, leaves)
  if (wrongInLog) misfits.push({ of: logName, say: wrongInLog })
  const chains = hashes.size
  hashes.set(
    logName,
    log.map(({ hash }) => hash),
  )
  return {
    header,
    chains,
    entries: entryCount,
    signed: log.length ? { entries: log.length, first: log[0]!.day, last: log.at(-1)!.day } : undefined,
    key: log.at(-1)?.public_key,
    misfits,
    hashes,
  }
}

/** The kind of each subject's first entry. */
export const beginsWith: Record<string, string> = { delivery: 'created' }

async function wrongSignatures(log: LogEntry[], verifySignature: VerifySignature): Promise<string | undefined> {
  let before: string | null = null
  for (const [index, entry] of log.entries()) {
    if (entry.number !== index + 1) return `Entry ${index + 1} is missing.`
    if (entry.previous_hash !== before) return `Entry ${entry.number - 1} was replaced.`
    const wrong = await wrongInLogEntry(entry, verifySignature)
    if (wrong) return wrong
    before = entry.hash
  }
  return undefined
}

/** What is wrong with one entry of the log by itself. */
export async function wrongInLogEntry(entry: LogEntry, verifySignature: VerifySignature): Promise<string | undefined> {
  if (logHash(entry) !== entry.hash) return `Entry ${entry.number} was changed.`
  const said = await verifySignature(entry.signature, entry.public_key)
  if (said === undefined) return `Entry ${entry.number} does not have the signature of its key.`
  const isSame = canonicalJson(said as Json) === canonicalJson(signedContent(entry))
  return isSame ? undefined : `Entry ${entry.number} says something else than was signed.`
}

/** Leaves come by entry, so the tree of each is that of the one before with some leaves replaced or added. */
function wrongRoots(log: LogEntry[], leaves: (Leaf & { number: number })[]): string | undefined {
  const byEntry = Map.groupBy(leaves, ({ number }) => number)
  const newest = new Map<string, Leaf>()
  let names: string[] = []
  for (const { number, root, chains } of log) {
    for (const { subject, subject_id, length, hash } of byEntry.get(number) ?? []) {
      newest.set(nameOf({ subject, subject_id }), { subject, subject_id, length, hash })
    }
    if (names.length !== newest.size) names = [...newest.keys()].sort()
    const tree = growRoot()
    for (const name of names) tree.add(newest.get(name)!)
    if (tree.chains() !== chains || tree.root() !== root) {
      return `Entry ${number} was signed over other histories than those in the file.`
    }
  }
  return undefined
}

/** What an older export had and a newer one has no more, or has otherwise. Both must be of one workspace. */
export function compareExports(older: Report, newer: Report): Report['misfits'] {
  const found: Report['misfits'] = []
  for (const [of, before] of older.hashes) {
    const now = newer.hashes.get(of) ?? []
    const wrong = wrongSince(before, now)
    if (wrong) found.push({ of, say: misfitSentence(wrong) })
  }
  return found
}

function wrongSince(before: string[], now: string[]): Misfit | undefined {
  if (!now.length && before.length) return misfit('history_missing', { count: before.length, against: 'export' })
  const other = before.findIndex((hash, index) => now[index] !== undefined && now[index] !== hash)
  if (other >= 0) return misfit('entry_replaced', { entry: other + 1, against: 'export' })
  const count = before.length - now.length
  return count > 0 ? misfit('newest_missing', { entry: now.length + 1, count, against: 'export' }) : undefined
}

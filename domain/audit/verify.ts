import { sealOf } from '../chain/seal.ts'
import { auditContentHash, auditLink, recordsHash, type AuditEntry } from './entry.ts'

/** What does not fit, in a sentence, and at which entry; null if it is about the whole. */
export type AuditMisfit = { entry: number | null; say: string }

/** Where the log ended at some time: what was signed or is kept apart. */
export type AuditHead = { length: number; hash: string }

type Options = {
  /** Whether every entry has to be there, from the first one on. */
  isComplete: boolean
  /** Where the entries begin, if the ones before were verified earlier. */
  after?: AuditHead
  /** Says whether something of an entry was dropped on purpose: a later entry says so. */
  isErased: (entry: AuditEntry, name: string) => boolean
  /** Heads that are known from elsewhere. */
  witnesses?: AuditHead[]
}

const mostMisfits = 100

/**
 * Verifies entries one after the other, in constant memory: each has the hash of its content and is linked to the one
 * before, none is missing, and every value has its seal.
 */
export function auditVerifier({ isComplete, after = { length: 0, hash: '' }, isErased, witnesses = [] }: Options) {
  const misfits: AuditMisfit[] = []
  const missing = new Set<number>()
  let last = after
  let count = 0
  const say = (entry: number | null, text: string) => {
    if (misfits.length < mostMisfits) misfits.push({ entry, say: text })
  }

  /** @param previous what the export says the hash of the entry before is; by default, the hash of the last one */
  function add(entry: AuditEntry, previous?: string): void {
    const { number } = entry
    count++
    if (number <= last.length) {
      const isLate = missing.delete(number)
      say(number, `Entry ${number} is ${isLate ? 'out of order' : 'there twice, or comes before the first one'}.`)
      return
    }
    const isNext = number === last.length + 1
    if (!isNext && isComplete) noteMissing(last.length + 1, number - 1)
    const before = isNext ? last.hash : (previous ?? null)
    const wrong = wrongIn(entry, before, previous)
    if (wrong) say(wrong.of, wrong.say)
    for (const { length, hash } of witnesses) {
      if (length === number && hash !== entry.hash) say(number, `Entry ${number} is another one than was signed.`)
    }
    last = { length: number, hash: entry.hash }
  }

  function noteMissing(from: number, to: number): void {
    for (let number = from; number <= to && missing.size < 10_000; number++) missing.add(number)
  }

  function wrongIn(entry: AuditEntry, before: string | null, previous?: string) {
    const { number } = entry
    const content = auditContentHash(entry)
    // After a gap, nothing may say what came before.
    if (before !== null && auditLink(number, before, content) !== entry.hash) {
      // Its own line fits, so the one before is not the one that it was linked to.
      const fitsElsewhere = previous !== undefined && auditLink(number, previous, content) === entry.hash
      return fitsElsewhere
        ? {
            of: number - 1,
            say: `Entry ${number - 1} was replaced or added: entry ${number} was linked to another one.`,
          }
        : { of: number, say: `Entry ${number} was changed: it does not have the hash that it was written with.` }
    }
    const wrong = wrongValues(entry)
    return wrong ? { of: number, say: wrong } : undefined
  }

  function wrongValues(entry: AuditEntry): string | undefined {
    const { number, record_ids, opened, sealed } = entry
    if (record_ids && (record_ids.length !== entry.records || recordsHash(record_ids) !== entry.records_hash)) {
      return `Entry ${number} names other records than when it was written.`
    }
    for (const [name, value] of Object.entries(opened)) {
      if (sealed[name] !== sealOf(name, value)) {
        return `Entry ${number} has another value than when it was written: ${name}.`
      }
    }
    const lost = Object.keys(sealed).find((name) => !opened[name] && !isErased(entry, name))
    return lost && `Entry ${number} lost a value that nobody erased: ${lost}.`
  }

  /** @param head where the log ends, as something else says */
  function end(head?: AuditHead, says = 'the head'): AuditMisfit[] {
    for (const [from, to] of ranges([...missing])) {
      say(from, from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`)
    }
    if (head && isComplete) {
      if (last.length < head.length) {
        const from = last.length + 1
        say(from, `The newest entries are missing, from entry ${from} on: ${says} counts ${head.length}.`)
      } else if (last.length > head.length) {
        say(head.length + 1, `Entry ${head.length + 1} was added: ${says} counts ${head.length}.`)
      } else if (last.hash !== head.hash) {
        say(last.length, `Entry ${last.length} is another one than ${says} says.`)
      }
    }
    for (const { length } of isComplete ? witnesses : []) {
      if (last.length < length) say(last.length + 1, `The newest entries are missing: ${length} were signed earlier.`)
    }
    return misfits.toSorted((a, b) => (a.entry ?? Infinity) - (b.entry ?? Infinity))
  }

  return { add, end, count: () => count, last: () => last }
}

function ranges(numbers: number[]): [number, number][] {
  const found: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const open = found.at(-1)
    if (open && open[1] === number - 1) open[1] = number
    else found.push([number, number])
  }
  return found
}

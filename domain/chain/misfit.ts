/** What can be wrong with a chain. */
export const misfitReasons = [
  'history_missing',
  'head_missing',
  'start_missing',
  'entry_missing',
  'newest_missing',
  'entry_added',
  'entry_changed',
  'entry_replaced',
  'entry_moved',
  'actor_changed',
  'value_changed',
  'value_missing',
  'fields_differ',
] as const
export type MisfitReason = (typeof misfitReasons)[number]

export const misfitWitnesses = ['chain', 'head', 'signature', 'export'] as const

/** The first thing that does not fit. */
export type Misfit = {
  reason: MisfitReason
  /** The entry, counted from 1, or null if it is about the whole. */
  entry: number | null
  /** How many entries are missing or too many, if that is known. */
  count: number | null
  fields: string[]
  /** What tells it: the chain itself, its head, what was signed, or an older export. */
  against: (typeof misfitWitnesses)[number]
}

export function misfit(reason: MisfitReason, more: Partial<Misfit> = {}): Misfit {
  return { reason, entry: null, count: null, fields: [], against: 'chain', ...more }
}

const witness: Record<Misfit['against'], string> = {
  chain: 'the chain',
  head: 'the head kept apart',
  signature: 'what was signed',
  export: 'the older export',
}

const entries = (count: number | null) => (count === 1 ? '1 entry' : `${count ?? 'Some'} entries`)
const newest = (entry: number, count: number) =>
  count === 1
    ? `The newest entry is missing, number ${entry}`
    : `The newest ${count} entries are missing, from entry ${entry} on`

const fieldName = (field: string) => (field === 'said' ? 'what was noted' : field)

/** The misfit in a sentence. */
export function misfitSentence({ reason, entry, count, fields, against }: Misfit): string {
  switch (reason) {
    case 'history_missing':
      return count === null
        ? 'The whole history is missing.'
        : `The whole history is missing: ${witness[against]} counts ${entries(count)}.`
    case 'head_missing':
      return 'The head of the chain is missing, so nothing says where it ends.'
    case 'start_missing':
      return 'What came before entry 1 is missing: the history does not begin at its beginning.'
    case 'entry_missing':
      return count === 1 ? `Entry ${entry} is missing.` : `Entries ${entry} to ${entry! + count! - 1} are missing.`
    case 'newest_missing':
      return `${newest(entry!, count!)}: ${witness[against]} counts ${entry! + count! - 1}.`
    case 'entry_added':
      return `Entry ${entry} was added outside Karta.`
    case 'entry_changed':
      return `Entry ${entry} was changed: it does not have the hash that it was written with.`
    case 'entry_replaced':
      return `Entry ${entry} was replaced: ${
        against === 'chain' ? 'the next one was written after another' : `${witness[against]} has another hash`
      }.`
    case 'entry_moved':
      return `Entry ${entry} is out of order.`
    case 'actor_changed':
      return `Entry ${entry} names somebody else than when it was written.`
    case 'value_changed':
      return `Entry ${entry} has another value than when it was written: ${fields.map(fieldName).join(', ')}.`
    case 'value_missing':
      return `Entry ${entry} lost a value that nobody erased: ${fields.map(fieldName).join(', ')}.`
    case 'fields_differ':
      return `The delivery was changed outside Karta: ${fields.join(', ')} ${
        fields.length === 1 ? 'differs' : 'differ'
      } from the history.`
  }
}

import type { ErasureCounts, RecipientGroup, RecipientSearch } from '#domain/schema/recipient.ts'
import type { RetentionCounts, RetentionKind } from '#domain/schema/retention.ts'
import { countOf } from '#web/lib/format.ts'

/** What can be looked for, and how. */
export const searches: Record<RecipientSearch['by'], { label: string; hint: string; type: 'tel' | 'email' | 'text' }> =
  {
    phone: { label: 'Phone', hint: 'The last 8 digits count, with or without the country.', type: 'tel' },
    email: { label: 'Email', hint: 'The whole address. Capitals make no difference.', type: 'email' },
    name: { label: 'Name', hint: 'Whole words, in any order.', type: 'text' },
    address: {
      label: 'Address',
      hint: 'The whole address. The address book’s other spellings count, too.',
      type: 'text',
    },
  }

/** Kinds of data, as a list says them: one, and many. Notes are part of deliveries. */
const kindWords: Record<keyof ErasureCounts, [one: string, many: string]> = {
  deliveries: ['delivery', 'deliveries'],
  notes: ['delivery with notes', 'deliveries with notes'],
  history: ['entry in histories', 'entries in histories'],
  events: ['event in the log', 'events in the log'],
  stops: ['stop of routes', 'stops of routes'],
  files: ['file, such as proof', 'files, such as proofs'],
  addresses: ['entry of the address book', 'entries of the address book'],
  recurring_orders: ['recurring order', 'recurring orders'],
  geocodes: ['answer of the geocoder', 'answers of the geocoder'],
  messages: ['broadcast', 'broadcasts'],
  replies: ['kept reply to a program', 'kept replies to programs'],
  operations: ['problem from a program', 'problems from programs'],
  audit: ['entry of the audit log', 'entries of the audit log'],
}

/** What there is, kind by kind. Kinds of which there is nothing are left out. */
export function heldWords(counts: Partial<ErasureCounts>): string[] {
  return (Object.keys(kindWords) as (keyof ErasureCounts)[])
    .filter((kind) => counts[kind])
    .map((kind) => countOf(counts[kind]!, ...kindWords[kind]))
}

/** Several things in one sentence. */
export const listed = (words: string[]): string => new Intl.ListFormat('en').format(words)

/** Who a spelling says it is, and how they can be reached. */
export function groupWords({ name, phone, email, address }: RecipientGroup): { title: string; detail: string } {
  const reached = [phone, email].filter(Boolean)
  const title = name ?? reached[0] ?? address
  return {
    title,
    detail: [...(name ? reached : reached.slice(1)), ...(title === address ? [] : [address])].join(' · '),
  }
}

const removedWords: Record<RetentionKind, [one: string, many: string]> = {
  recipients: ['recipient', 'recipients'],
  proofs: ['proof', 'proofs'],
  messages: ['message', 'messages'],
  audit: ['audit entry', 'audit entries'],
}

/** `214 recipients erased, 0 proofs deleted`, for those kinds that have a limit. */
export function removedIn(removed: RetentionCounts, kinds: readonly RetentionKind[]): string {
  return kinds.map((kind) => countOf(removed[kind], ...removedWords[kind])).join(', ')
}

/** What the coming night would remove of a kind. */
export function tonightWords(kind: RetentionKind, count: number, most: number): string {
  const amount =
    count > most ? `more than ${countOf(most, ...removedWords[kind])}` : countOf(count, ...removedWords[kind])
  if (count === 0) return 'Nothing is older than that.'
  if (kind === 'audit') return `The personal values of ${amount} go tonight.`
  return `This will ${kind === 'recipients' ? 'erase' : 'delete'} ${amount} tonight.`
}

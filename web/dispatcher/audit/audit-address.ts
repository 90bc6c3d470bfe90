import { Day } from '#domain/time.ts'
import { auditKinds } from './audit-words.ts'

/** Which entries are shown. Nothing is a filter when it is empty. */
export type AuditFilter = { q: string; actor: string; action: string; record: string; from: string; to: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const actors = ['operator', 'system', 'nobody']

/** Reads the filter from the query string. Invalid values are ignored. */
export function readFilter(query: URLSearchParams): AuditFilter {
  const text = (name: string) => query.get(name) ?? ''
  const day = (name: string) => (Day.safeParse(text(name)).success ? text(name) : '')
  return {
    q: text('q').slice(0, 200),
    actor: uuid.test(text('actor')) || actors.includes(text('actor')) ? text('actor') : '',
    action: auditKinds.some(({ id }) => id === text('action')) ? text('action') : '',
    record: uuid.test(text('record')) ? text('record') : '',
    from: day('from'),
    to: day('to'),
  }
}

/** Writes the filter into a query string. Other parameters stay. */
export function writeFilter(query: URLSearchParams, filter: AuditFilter): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(filter)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The filter as the API reads it. */
export function askedOf(filter: AuditFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

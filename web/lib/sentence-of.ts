import { CallError } from './call.ts'
import { formatDay } from './format.ts'

const bug = 'Something went wrong on this page. Reload it and try again.'

/** What went wrong, in a sentence for people. Any error other than a CallError is a bug. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? sentenceOfCall(error) : bug
}

/**
 * The detail of a limit says how much is allowed and what would help, and days that are taken are named; other errors say
 * it all in their title.
 */
function sentenceOfCall({ code, message, detail }: CallError): string {
  const { first_day: first, last_day: last } = detail
  if (code === 'day_off_overlaps' && typeof first === 'string' && typeof last === 'string') {
    const days = first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`
    return `The driver already has ${days} off. Choose other days, or delete that day off first.`
  }
  return typeof detail.limit === 'string' && typeof detail.detail === 'string' ? detail.detail : message
}

/** The same, with what the server said about a field. */
export function fullSentenceOf(error: unknown): string {
  if (!(error instanceof CallError)) return bug
  return error.problems[0]?.message ?? sentenceOfCall(error)
}

import { CallError } from './call.ts'

const bug = 'Something went wrong on this page. Reload it and try again.'

/** What went wrong, in a sentence for people. Any error other than a CallError is a bug. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? sentenceOfLimit(error) : bug
}

/** The detail of a limit says how much is allowed and what would help; other errors say it all in their title. */
function sentenceOfLimit({ message, detail }: CallError): string {
  return typeof detail.limit === 'string' && typeof detail.detail === 'string' ? detail.detail : message
}

/** The same, with what the server said about a field. */
export function fullSentenceOf(error: unknown): string {
  if (!(error instanceof CallError)) return bug
  return error.problems[0]?.message ?? sentenceOfLimit(error)
}

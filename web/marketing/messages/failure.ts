import { CallError } from '#web/lib/call.ts'
import type { Problems } from './form-values.ts'

/** Why a message was not sent: one sentence, plus any problems with single fields. */
export type Failure = { sentence: string; problems: Problems }

const lost = 'The server cannot be reached. Check your connection. Nothing you entered is lost.'

/** Explains an error from `send` to the visitor. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) {
    reportError(error)
    return {
      sentence: 'Something went wrong on this page. Nothing you entered is lost. Try again.',
      problems: {},
    }
  }
  const problems = Object.fromEntries(error.problems.map(({ path, message }) => [path, message]))
  if (Object.keys(problems).length) return { sentence: 'Not sent yet. Please check the marked fields.', problems }
  if (error.code === 'rate_limited') return { sentence: waitSentence(error.detail.retry_after_seconds), problems }
  if (error.status >= 500) return { sentence: `${error.message} Nothing you entered is lost.`, problems }
  return { sentence: error.message, problems }
}

/** The sending code failed to load, which only happens without a network. */
export const unreachable: Failure = { sentence: lost, problems: {} }

/** The wait in whole minutes, rounded up. */
function waitSentence(seconds: unknown): string {
  const kept = 'Nothing you entered is lost.'
  if (typeof seconds !== 'number' || !(seconds > 0)) return `Too many messages right now. Wait a moment. ${kept}`
  const minutes = Math.ceil(seconds / 60)
  return `Too many messages right now. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. ${kept}`
}

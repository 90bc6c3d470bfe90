import { escapeHtml } from '#domain/escape-html.ts'
import { failingHours, mostInARow, probeMs, retryMs } from '#domain/webhooks/retries.ts'
import type { Mail } from '../../outside/mail.ts'
import type { PostAnswer } from '../../outside/webhook-poster.ts'

export type Progress = { failures: number; failing_since: Date | null; try_after: Date | null }

/** How an endpoint does after these answers, in their order. */
export function progressAfter(before: Progress, answers: PostAnswer[], now: Date, random: number): Progress {
  let { failures, failing_since } = before
  for (const { failure } of answers) {
    failures = failure === null ? 0 : failures + 1
    failing_since = failure === null ? null : (failing_since ?? now)
  }
  const pause = probeMs(failures, random)
  return { failures, failing_since, try_after: pause ? new Date(now.getTime() + pause) : null }
}

/** Why an endpoint is to be paused, if it is. */
export function pauseFor(
  { failing_since, failures }: Progress,
  answers: PostAnswer[],
  now: Date,
): 'gone' | 'failing' | undefined {
  if (answers.some(({ status }) => status === 410)) return 'gone'
  const isLong = failing_since !== null && now.getTime() - failing_since.getTime() >= failingHours * 3_600_000
  return isLong && failures >= mostInARow ? 'failing' : undefined
}

/** What becomes of a call after an answer. */
export function callAfter(
  { attempts, answer }: { attempts: number; answer: PostAnswer },
  now: Date,
  random: number,
): { state: 'sent' | 'undelivered' } | { state: 'waiting'; sendAfter: Date } {
  if (answer.failure === null) return { state: 'sent' }
  const pause = retryMs(attempts, random)
  if (pause === undefined) return { state: 'undelivered' }
  return { state: 'waiting', sendAfter: new Date(now.getTime() + pause) }
}

type Paused = { to: string; url: string; why: 'failing' | 'gone'; workspaceName: string; pageUrl: string }

/** Tells whoever manages a workspace that events are no longer posted to an address. */
export function pauseMail({ to, url, why, workspaceName, pageUrl }: Paused): Mail {
  const reason =
    why === 'gone'
      ? 'It answered with status 410, which means that it is gone for good.'
      : `No call has succeeded for ${failingHours} hours.`
  const lines = [
    `Karta no longer posts events of ${workspaceName} to ${url}. ${reason}`,
    `Nothing is lost: once you turn the webhook on again, it is sent everything that happened meanwhile, as far back as the event log goes: ${pageUrl}`,
  ]
  return {
    to,
    subject: 'A webhook was paused',
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}

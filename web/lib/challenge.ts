import { getContactChallenge } from '#domain/api/contact.ts'
import { solveChallenge } from '#domain/challenge.ts'
import { call } from './call.ts'

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Fetches a challenge and solves it. Messages and applications must carry the solution. It is valid for one message
 * within 30 minutes, so call this when the form is sent, not when it is opened.
 * @throws CallError
 */
export async function answerChallenge(signal?: AbortSignal): Promise<{ challenge: string; answer: string }> {
  const { challenge, difficulty } = await call(getContactChallenge, { signal })
  return { challenge, answer: await solveChallenge(challenge, difficulty, nextTask) }
}

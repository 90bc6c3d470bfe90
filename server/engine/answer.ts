import type { VroomOutput } from '#solver/index.ts'
import type { Progress, Refusal } from './protocol.ts'

/** The plan as JSON, `refused` when the problem cannot be used, `stopped` when there was no plan yet. */
export type EngineAnswer = { kind: 'plan'; plan: string; progress: Progress } | Refusal | { kind: 'stopped' }

/** A problem cannot be used; the message says where it is wrong, and why. */
export class RefusedError extends Error {}

/** Why a problem cannot be used, as one sentence. */
export function refusalSentence({ path, message }: Refusal): string {
  return path === '' ? message : `${path}: ${message}`
}

/**
 * The plan of an answer, as JSON.
 * @throws RefusedError
 */
export function writtenPlan(answer: EngineAnswer): string {
  if (answer.kind === 'refused') throw new RefusedError(refusalSentence(answer))
  if (answer.kind === 'stopped') throw new Error('The search was stopped before it had a plan.')
  return answer.plan
}

/**
 * The plan of an answer.
 * @throws RefusedError
 */
export function planOf(answer: EngineAnswer): VroomOutput {
  return JSON.parse(writtenPlan(answer)) as VroomOutput
}

import { alertKinds, type AlertKind } from './kinds.ts'

export const alertWays = ['inbox', 'push', 'mail'] as const
export type AlertWay = (typeof alertWays)[number]

/** Where somebody wants to be told of alerts of a kind. */
export type AlertChoice = Record<AlertWay, boolean>
export type AlertChoices = Record<AlertKind, AlertChoice>

/** Kinds that somebody should hear of at once, wherever they are. */
const pushed: readonly AlertKind[] = [
  'late_expected',
  'driver_silent',
  'blocking_defect',
  'conflict',
  'message',
  'plan_not_made',
  'recipient_reply',
  'text_limit',
  'shop',
  'temperature',
]

const usual = (kind: AlertKind): AlertChoice => ({ inbox: true, push: pushed.includes(kind), mail: false })

/** What somebody chose, with what is usual for kinds that they said nothing of. */
export function choicesOf(said: Partial<Record<string, AlertChoice>>): AlertChoices {
  return Object.fromEntries(alertKinds.map((kind) => [kind, said[kind] ?? usual(kind)])) as AlertChoices
}

import type { LearnedKind, LearnedState } from '../address/learned-kinds.ts'
import type { PlaceSums } from './trouble.ts'

/** What could be done about an address: confirm its pin, say how to get in, plan more time, call, move the visit. */
export const placeAdvice = ['pin', 'access', 'service', 'call', 'window'] as const
export type PlaceAdvice = (typeof placeAdvice)[number]

/** What advice follows from. */
export type AboutPlace = {
  sums: PlaceSums
  /** Why attempts failed, and how often. */
  reasons: readonly { reason: string | null; count: number }[]
  learned: readonly { kind: LearnedKind; state: LearnedState; minutes: number | null }[]
}

export type Advised = {
  kind: PlaceAdvice
  /** How many minutes to plan at the door. */
  minutes: number | null
}

const lost = ['address_not_found', 'wrong_address']
const shutOut = ['no_access', 'no_parking']
const away = ['not_home', 'closed']

/** Fewer stops say nothing, and nor does less than this on each. */
const fewestStops = 3
const longerSeconds = 120
const waitSeconds = 300

/** What to do next, what helps most often first. Nothing where nothing follows. */
export function adviceFor({ sums, reasons, learned }: AboutPlace): Advised[] {
  const failedFor = (some: readonly string[]) => reasons.some(({ reason }) => reason !== null && some.includes(reason))
  const advised: Advised[] = []
  const add = (kind: PlaceAdvice, minutes: number | null = null) => advised.push({ kind, minutes })
  if (sums.pin_unsure > 0 || sums.late_address > 0 || failedFor(lost)) add('pin')
  if (failedFor(shutOut)) add('access')
  if (failedFor(away)) add('call')
  const extra = (sums.actual_service_seconds - sums.planned_service_seconds) / Math.max(1, sums.services)
  if (sums.services >= fewestStops && extra >= longerSeconds) add('service', minutesToPlan(sums, learned))
  if (sums.waited > 0 && sums.waiting_seconds / sums.waited >= waitSeconds) add('window')
  return advised
}

/** The learned minutes if visits agree on some, else the average. */
function minutesToPlan({ actual_service_seconds, services }: PlaceSums, learned: AboutPlace['learned']): number {
  const known = learned.find(({ kind, state }) => kind === 'service' && state !== 'gathering' && state !== 'refused')
  return Math.round(known?.minutes ?? actual_service_seconds / services / 60)
}

import type { DeliveryState } from '../delivery-state.ts'
import type { ProofKind } from '../road/requirements.ts'
import type { RecipientChoice } from '../schema/tracking-settings.ts'
import { changeOf } from '../orders/on-route.ts'
import type { TrackingStep } from './step.ts'

/** What proves at the door that somebody took it themselves, so that it cannot be left. */
const inPerson: readonly ProofKind[] = ['pin', 'age', 'signature', 'name']

type Known = {
  status: DeliveryState
  step: TrackingStep
  asks: readonly ProofKind[]
  hasCash: boolean
  /** What the workspace lets recipients change. */
  allowed: readonly RecipientChoice[]
}

/** What a recipient may change now. */
export function choicesOf({ status, step, asks, hasCash, allowed }: Known): RecipientChoice[] {
  const isOver = step === 'delivered' || step === 'cancelled' || step === 'returning'
  const isInPerson = hasCash || asks.some((kind) => inPerson.includes(kind))
  return allowed.filter((choice) => {
    if (choice === 'message') return true
    if (isOver) return false
    if (choice === 'leave') return !isInPerson
    return choice !== 'pin' || changeOf(status, 'delivery_location') !== 'fixed'
  })
}

/** So far from the pin that the order had, a recipient may put it. */
export const mostPinKm = 3

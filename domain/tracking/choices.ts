import type { DeliveryState } from '../delivery-state.ts'
import type { ProofKind } from '../road/requirements.ts'
import type { RecipientChoice } from '../schema/tracking-settings.ts'
import { changeOf } from '../orders/on-route.ts'
import type { TrackingStep } from './step.ts'

/** What proves at the door that somebody took it themselves, so that it cannot be left. */
const inPerson: readonly ProofKind[] = ['pin', 'age', 'identity', 'signature', 'name']

type Known = {
  status: DeliveryState
  step: TrackingStep
  asks: readonly ProofKind[]
  hasCash: boolean
  /** It can be moved to another window, and the workspace offers some. */
  hasWindows: boolean
  /** What the workspace lets recipients change. */
  allowed: readonly RecipientChoice[]
}

/** What a recipient may change now. */
export function choicesOf({ status, step, asks, hasCash, hasWindows, allowed }: Known): RecipientChoice[] {
  const isInPerson = hasCash || asks.some((kind) => inPerson.includes(kind))
  return allowed.filter((choice) => {
    if (choice === 'message') return true
    if (isOver(step)) return false
    if (choice === 'leave') return !isInPerson
    if (choice === 'window') return hasWindows && !isUnderWay(step)
    return choice !== 'pin' || changeOf(status, 'delivery_location') !== 'fixed'
  })
}

/** Nothing more happens to it on the way to the recipient. */
export const isOver = (step: TrackingStep) => step === 'delivered' || step === 'cancelled' || step === 'returning'

/** The driver set out, so that the delivery comes with this route or not at all. */
export const isUnderWay = (step: TrackingStep) => step === 'on_the_way' || step === 'next' || step === 'arrived'

/** So far from the pin that the order had, a recipient may put it. */
export const mostPinKm = 3

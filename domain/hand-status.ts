import {
  isCorrectable,
  nextByHand,
  type CorrectedStatus,
  type DeliveryState,
  type StatusByHand,
} from './delivery-state.ts'
import { AppError, type ErrorCode } from './errors.ts'
import type { FailureReason } from './failure-reasons.ts'

/*
 * What a person may say about a delivery's status, where no app does, and what they may correct.
 */

/** A delivery's status as it is recorded. */
type Recorded = {
  status: DeliveryState
  status_at: string | null
  failure_reason: FailureReason | null
  status_note: string | null
}

/** What the history and the plan know of its way. */
export type Way = {
  /** When it was dispatched last; null if it never was. */
  dispatchedAt: string | null
  /** Whether its route is still with the driver. */
  isDispatched: boolean
}

/** Why something is refused: a code, and a sentence that fits many deliveries as well. */
type Refusal = { code: ErrorCode; reason: string }

/** A clock that is a little ahead is no lie about the future. */
const clockDifference = 60_000

/** For as long, what was said by hand can be undone without a reason. */
export const undoMilliseconds = 10 * 60_000

/**
 * The moment that is meant: now, if none is.
 * @throws AppError `validation_failed` if it is still to come
 */
export function pastMoment(at: string | undefined, now: Date): Date {
  const moment = at === undefined ? now : new Date(at)
  if (moment.getTime() > now.getTime() + clockDifference) throw wrongTime('That is in the future.')
  return moment < now ? moment : now
}

/** The refusal of a time, which a form shows at its field. */
export function wrongTime(message: string): AppError {
  return new AppError('validation_failed', { errors: [{ path: 'at', message }] })
}

const whyNot: Record<DeliveryState, string> = {
  pending: 'It is not on a route yet.',
  planned: 'It was not dispatched yet.',
  dispatched: 'It was only dispatched yet.',
  in_transit: 'It is already in transit. Correct it if that is wrong.',
  arrived: 'The driver is already at the door. Correct it if that is wrong.',
  delivered: 'It is already delivered. Correct it if that is wrong.',
  failed: 'It has already failed. Correct it if that is wrong.',
  cancelled: 'It was canceled.',
}

const before: Partial<Record<DeliveryState, string>> = {
  in_transit: 'That is before it was in transit.',
  arrived: 'That is before the driver arrived.',
}

/** Why this cannot have happened to a delivery next, if it cannot. */
export function whyNoStep(
  recorded: Recorded,
  { status, at }: { status: StatusByHand; at: Date },
  { dispatchedAt }: Way,
): Refusal | undefined {
  if (!nextByHand(recorded.status).includes(status)) {
    return { code: 'delivery_state', reason: whyNot[recorded.status] }
  }
  return tooEarly(at, dispatchedAt) ?? tooEarly(at, recorded.status_at, before[recorded.status])
}

function tooEarly(at: Date, earliest: string | null, reason = 'That is before it was dispatched.') {
  if (!earliest || at.getTime() >= Date.parse(earliest)) return undefined
  return { code: 'validation_failed', reason } as const
}

type Right = { status: CorrectedStatus; at: Date; reason: FailureReason | null; note: string | null }

/** Why a status cannot be corrected to this, if it cannot. */
export function whyNoCorrection(recorded: Recorded, right: Right, way: Way): Refusal | undefined {
  if (!isCorrectable(recorded.status)) return { code: 'nothing_to_correct', reason: whyNothing(recorded.status) }
  const isSame =
    right.status === recorded.status &&
    recorded.status_at !== null &&
    right.at.getTime() === Date.parse(recorded.status_at) &&
    right.reason === recorded.failure_reason &&
    right.note === recorded.status_note
  if (isSame) return { code: 'nothing_to_correct', reason: 'That is what is recorded already.' }
  const isOpen = right.status === 'dispatched' || right.status === 'in_transit' || right.status === 'arrived'
  if (isOpen && !way.isDispatched) {
    return { code: 'delivery_state', reason: 'Its route is no longer with the driver. Try the delivery again instead.' }
  }
  return tooEarly(right.at, way.dispatchedAt)
}

function whyNothing(status: DeliveryState): string {
  return status === 'cancelled'
    ? 'It was canceled. Reopen it instead.'
    : 'Its driver has not started yet, so there is nothing to correct.'
}

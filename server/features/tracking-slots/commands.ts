import { AppError } from '#domain/errors.ts'
import { formatsIn } from '#domain/formats.ts'
import { SlotConfirmation, type NewSlotHold } from '#domain/schema/slots.ts'
import type { TrackingSlot } from '#domain/schema/tracking.ts'
import { inTransaction, inWorkspace, setWorkspace, type Trx, type Within } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import type { Recipient } from '../../http/callers/recipient.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { confirmSlot, holdSlot, releaseSlot, wishFrom } from '../slots/commands.ts'
import { slotsFor } from '../slots/queries.ts'
import { tellDispatchers } from '../tracking/commands.ts'
import { readTracking } from '../tracking/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { countMoves } from './queries.ts'

type When = Pick<NewSlotHold, 'day' | 'start' | 'end'>

/** The delivery says the rest itself. */
const ofDelivery = {
  delivery_address: null,
  delivery_location: null,
  depot_id: null,
  weight_kg: 0,
  volume_l: 0,
  units: 0,
  service_minutes: null,
  skills: [],
  temperature_min_c: null,
  temperature_max_c: null,
}

/**
 * The windows that can be kept for a recipient's delivery, by time, without the one that it has.
 * @param own transactions of the recipient
 * @throws AppError `not_offered`, and as `slotsFor` does
 */
export async function findTrackingSlots(deps: Deps, who: Recipient, own: Within): Promise<TrackingSlot[]> {
  const { workspaceId, deliveryId } = who
  const delivery = await own(async (trx) => {
    await checkOffered(trx, who, deps.now())
    return getDelivery(trx, workspaceId, deliveryId)
  })
  const wish = await wishFrom(deps, workspaceId, { ...ofDelivery, delivery_id: deliveryId }, own)
  const { data } = await slotsFor(deps, workspaceId, wish)
  return data
    .filter((slot) => delivery.status === 'failed' || !isOf(delivery, slot))
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at) || a.ends_at.localeCompare(b.ends_at))
    .map(({ day, start, end, near_stops }) => ({ day, start, end, is_near: near_stops > 0 }))
}

type Windowed = { scheduled_date: string | null; window_start: string | null; window_end: string | null }

const isOf = ({ scheduled_date, window_start, window_end }: Windowed, { day, start, end }: When) =>
  scheduled_date === day && window_start === start && window_end === end

/** @throws AppError `not_offered` if the recipient may not choose another window, or not any more */
async function checkOffered(trx: Trx, who: Recipient, now: Date): Promise<void> {
  const { choices } = await readTracking(trx, who, now)
  if (!choices.includes('window')) throw new AppError('not_offered', { choices })
}

/**
 * Moves a recipient's delivery to another window, as one sale of it: held first, and given back if the delivery cannot move
 * after all, because the driver has set out meanwhile.
 * @param own transactions of the recipient
 * @throws AppError `not_offered`, `rate_limited`, and as `holdSlot` and `confirmSlot` do
 */
export async function chooseTrackingSlot(
  deps: Deps & { reroute: Reroute },
  who: Recipient,
  when: When,
  own: Within,
): Promise<void> {
  const { workspaceId, deliveryId } = who
  const before = await own(async (trx) => {
    await checkOffered(trx, who, deps.now())
    return getDelivery(trx, workspaceId, deliveryId)
  })
  // Pressed twice.
  if (before.status !== 'failed' && isOf(before, when)) return
  await checkMoves(deps, who)
  const wish = await wishFrom(deps, workspaceId, { ...ofDelivery, delivery_id: deliveryId }, own)
  const { id } = await holdSlot(deps, who, wish, when)
  try {
    await again(() => inTransaction(deps.db, (trx) => move(trx, deps, who, { id, when })))
  } catch (error) {
    await inWorkspace(deps.db, workspaceId, (trx) => releaseSlot(trx, who, id, deps.now()))
    throw error
  }
}

/** Each move is an alert, and a message that may cost the sender something. */
const mostMovesADay = 5

/** @throws AppError `rate_limited` */
async function checkMoves({ db, now }: Pick<Deps, 'db' | 'now'>, who: Recipient): Promise<void> {
  const since = new Date(now().getTime() - 86_400_000)
  const moves = await inWorkspace(db, who.workspaceId, (trx) => countMoves(trx, who, since))
  if (moves >= mostMovesADay) throw new AppError('rate_limited', { retry_after_seconds: 3600 })
}

async function move(
  trx: Trx,
  { config, engine, now, reroute }: Deps & { reroute: Reroute },
  who: Recipient,
  { id, when }: { id: string; when: When },
): Promise<void> {
  const { workspaceId, deliveryId } = who
  await setWorkspace(trx, workspaceId, { role: 'recipient', delivery: deliveryId })
  await checkOffered(trx, who, now())
  // Karta writes what the recipient may choose.
  await setWorkspace(trx, workspaceId)
  const quotas = { limits: config.quotas, now: now() }
  const confirming = { source: 'api' as const, quotas, reroute, engine }
  const { number } = await confirmSlot(trx, who, id, SlotConfirmation.parse({}), confirming)
  const { language } = await readWorkspace(trx, workspaceId)
  const { formatDay, formatHours } = formatsIn(language)
  const time = `${formatDay(when.day)}, ${formatHours(when.start, when.end)}`
  const sentence = `The recipient of delivery ${number} chose another time: ${time}.`
  await tellDispatchers(trx, who, { key: `moved:${deliveryId}:${now().getTime()}`, sentence }, now())
}

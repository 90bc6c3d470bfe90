import { AppError } from '#domain/errors.ts'
import { isSameJson } from '#domain/chain/canonical-json.ts'
import type { Location } from '#domain/geo.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { Wishes } from '#domain/schema/wishes.ts'
import { mostPinKm } from '#domain/tracking/choices.ts'
import { lowRating } from '#domain/low-rating.ts'
import type { Tracking, TrackingLink } from '#domain/schema/tracking.ts'
import type { TrackingSettings, TrackingSettingsPatch } from '#domain/schema/tracking-settings.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import type { Recipient } from '../../http/callers/recipient.ts'
import { anySeen, checkSeen, type Seen } from '../../http/if-match.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { changeDelivery, recordEvents, setDeliveryStates, type Reroute } from '../deliveries/commands.ts'
import { getDelivery, lockDeliveries } from '../deliveries/queries.ts'
import { givePins } from '../proofs/commands.ts'
import { countWritten, readTracking, readTrackingLink, readTrackingSettings, settingsColumns } from './queries.ts'
import { mergedWishes, neededChoices } from './rules.ts'

/**
 * Changes what recipients see and may change. Open pages learn of it when they read again.
 * @throws AppError `version_conflict`
 */
export async function changeTrackingSettings(
  trx: Trx,
  actor: Actor,
  change: TrackingSettingsPatch,
  seen: Seen,
  now: Date,
): Promise<TrackingSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readTrackingSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const values = { ...change, version: before.version + 1 }
  const { id, ...changed } = await trx
    .insertInto('tracking_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning([...settingsColumns, 'id'])
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type: 'tracking_settings.updated', id, data: changed, before }], now)
  return changed
}

/**
 * Withdraws every link to a delivery's tracking page, and makes another one.
 * @throws AppError `delivery_not_found`
 */
export async function renewTrackingLink(
  trx: Trx,
  deps: Pick<Deps, 'trackingKey' | 'config' | 'now'>,
  actor: Actor,
  id: string,
): Promise<TrackingLink> {
  const { workspaceId } = actor
  await readTrackingLink(trx, deps, workspaceId, id)
  await trx
    .updateTable('deliveries')
    .set((eb) => ({ tracking_generation: eb('tracking_generation', '+', 1), updated_at: deps.now() }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  // Notifications bring the new link, which is not for whoever had the old one.
  await trx
    .deleteFrom('recipient_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .execute()
  const data = await getDelivery(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'delivery.link_renewed', id, data }], deps.now())
  return linkOf(await readTrackingLink(trx, deps, workspaceId, id))
}

/** The link as `/v1` shows it. */
export const linkOf = ({ url, ended_at }: TrackingLink): TrackingLink => ({ url, ended_at })

/** The whole view, with the PIN of an open delivery that asks for one. Karta gives it: recipients write nothing. */
export async function viewFor(trx: Trx, who: Recipient, now: Date): Promise<Tracking> {
  const view = await readTracking(trx, who, now)
  if (!view.door.asks.includes('pin')) return view
  await setWorkspace(trx, who.workspaceId)
  const [row] = await givePins(trx, who.workspaceId, [who.deliveryId])
  return { ...view, door: { ...view.door, pin: row?.pin ?? null } }
}

/** Enters the workspace as Karta, which writes what a recipient asks for once it was checked. */
async function lockOwn(trx: Trx, who: Recipient) {
  await setWorkspace(trx, who.workspaceId)
  const [before] = await lockDeliveries(trx, who.workspaceId, { ids: [who.deliveryId] })
  return before!
}

/** What the recipient sees now, as the answer to what they did. */
async function seenBy(trx: Trx, who: Recipient, now: Date): Promise<Tracking> {
  await setWorkspace(trx, who.workspaceId, { role: 'recipient', delivery: who.deliveryId })
  const view = await viewFor(trx, who, now)
  // What is noted as the transaction commits is Karta's again.
  await setWorkspace(trx, who.workspaceId)
  return view
}

type Preferences = Partial<Wishes> & { location?: Location | undefined }

/**
 * Keeps what a recipient asks for. A pin that is put right on a route times it again.
 * @throws AppError `not_offered`, `pin_too_far`, and as `changeDelivery` does
 */
export async function changePreferences(
  trx: Trx,
  { now, reroute }: Pick<Deps, 'now'> & { reroute: Reroute },
  who: Recipient,
  { location, ...asked }: Preferences,
): Promise<Tracking> {
  const { choices } = await readTracking(trx, who, now())
  const needed = neededChoices(asked, location)
  if (!needed.every((choice) => choices.includes(choice))) throw new AppError('not_offered', { choices })
  const before = await lockOwn(trx, who)
  const wishes = mergedWishes(before.wishes, asked)
  if (!isSameJson(wishes, before.wishes)) {
    await setColumns(trx, who, { wishes: wishes && JSON.stringify(wishes) }, now())
    await recordEvents(trx, who, [{ delivery_id: who.deliveryId, kind: 'preferred', before }], now())
  }
  if (location) {
    const pin = before.delivery_location
    if (pin && distanceKm(pin, location) > mostPinKm) throw new AppError('pin_too_far')
    const change = { delivery_location: location, location_source: 'recipient', location_confidence: 1 } as const
    await changeDelivery(trx, who, who.deliveryId, change, anySeen(), now(), reroute)
  }
  return seenBy(trx, who, now())
}

/**
 * Keeps a rating. A bad one is an alert, until the recipient gives a better one.
 * @throws AppError `not_offered`
 */
export async function rateDelivery(
  trx: Trx,
  who: Recipient,
  { stars, comment }: { stars: number; comment: string | null },
  now: Date,
): Promise<Tracking> {
  const { asks_rating: isAsked } = await readTracking(trx, who, now)
  if (!isAsked) throw new AppError('not_offered')
  const before = await lockOwn(trx, who)
  if (before.rating !== stars || before.rating_comment !== comment) {
    await setColumns(trx, who, { rating: stars, rating_comment: comment, rated_at: now }, now)
    await recordEvents(trx, who, [{ delivery_id: who.deliveryId, kind: 'rated', before }], now)
    const sentence = `The recipient of delivery ${before.number} gave it ${stars} of 5.`
    const key = `rated:${who.deliveryId}`
    if (stars <= lowRating) await tellDispatchers(trx, who, { key, sentence }, now)
    else await settleAlert(trx, who.workspaceId, key, now)
  }
  return seenBy(trx, who, now)
}

const mostMessagesADay = 20

/**
 * Brings what a recipient writes to the dispatchers: as an alert, and in the delivery's history.
 * @throws AppError `not_offered`, `rate_limited`
 */
export async function writeToDispatcher(trx: Trx, who: Recipient, text: string, now: Date): Promise<Tracking> {
  const { choices } = await readTracking(trx, who, now)
  if (!choices.includes('message')) throw new AppError('not_offered', { choices })
  const before = await lockOwn(trx, who)
  const written = await countWritten(trx, who, new Date(now.getTime() - 86_400_000))
  if (written >= mostMessagesADay) throw new AppError('rate_limited', { retry_after_seconds: 3600 })
  await setColumns(trx, who, {}, now)
  await recordEvents(
    trx,
    who,
    [{ delivery_id: who.deliveryId, kind: 'wrote', before, written: { said: { text } } }],
    now,
  )
  const sentence = `The recipient of delivery ${before.number} wrote to you. Its history has the text.`
  await tellDispatchers(trx, who, { key: `wrote:${who.deliveryId}:${now.getTime()}`, sentence }, now)
  return seenBy(trx, who, now)
}

/**
 * Opens a delivery that failed for another attempt. Dispatchers plan it with what is left over.
 * @throws AppError `not_offered` after the last attempt
 */
export async function tryDeliveryAgain(trx: Trx, who: Recipient, now: Date): Promise<Tracking> {
  const { may_retry: mayRetry, failure } = await readTracking(trx, who, now)
  if (!mayRetry) throw new AppError('not_offered')
  const { number } = await lockOwn(trx, who)
  const why = 'The recipient asks for another attempt'
  await setDeliveryStates(trx, { ids: [who.deliveryId], to: 'pending', actor: who, why, now })
  const sentence = `The recipient of delivery ${number} asks for another attempt.`
  await tellDispatchers(trx, who, { key: `retry:${who.deliveryId}:${failure?.attempts}`, sentence }, now)
  return seenBy(trx, who, now)
}

/** An alert about a delivery of which the recipient did something. */
export async function tellDispatchers(
  trx: Trx,
  { workspaceId, deliveryId }: Recipient,
  alert: { key: string; sentence: string },
  now: Date,
): Promise<void> {
  await raiseAlert(trx, workspaceId, { kind: 'recipient', severity: 'medium', delivery_id: deliveryId, ...alert }, now)
}

function setColumns(trx: Trx, { workspaceId, deliveryId }: Recipient, columns: OwnColumns, now: Date) {
  return trx
    .updateTable('deliveries')
    .set({ ...columns, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deliveryId)
    .execute()
}

type OwnColumns = {
  wishes?: string | null
  rating?: number
  rating_comment?: string | null
  rated_at?: Date
}

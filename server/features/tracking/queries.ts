import { AppError } from '#domain/errors.ts'
import { neededProofs } from '#domain/road/requirements.ts'
import type { Tracking, TrackingLink } from '#domain/schema/tracking.ts'
import { choicesOf, isOver, isUnderWay } from '#domain/tracking/choices.ts'
import { progressOf } from '#domain/tracking/progress.ts'
import { linkEnd } from '#domain/tracking/link-end.ts'
import { usualTrackingSettings, type TrackingSettings } from '#domain/schema/tracking-settings.ts'
import type { Trx } from '../../db/connect.ts'
import { readCustomFields } from '../../db/custom-fields.ts'
import { countAttempts, offersSlots, pushesToRecipients, readTrackedStops } from '../../db/tracked-stops.ts'
import type { Deps } from '../../deps.ts'
import type { Recipient } from '../../http/callers/recipient.ts'
import { trackingToken, type Tracked } from '../../http/tracking-token.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { readLook } from '../look/queries.ts'
import { readPhotos, readProofs } from '../proofs/queries.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { canMove, detailsOf, doorOf, failureOf, proofOf, windowsOf } from './rules.ts'

export const settingsColumns = [
  'recipient_language',
  'link_days',
  'show_van',
  'van_stops',
  'ask_rating',
  'most_attempts',
  'recipients_may',
  'version',
] as const

/** What recipients see and may change. A workspace that never said has the usual settings. */
export async function readTrackingSettings(trx: Trx, workspaceId: string): Promise<TrackingSettings> {
  const row = await trx
    .selectFrom('tracking_settings')
    .select(settingsColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? { ...usualTrackingSettings, version: 1 }
}

type Linking = Pick<Deps, 'trackingKey'> & { config: Pick<Deps['config'], 'publicUrl'> }

/** The address of a delivery's tracking page. It is a right to see it, so it belongs in no log. */
export const trackingUrl = ({ config, trackingKey }: Linking, delivery: Tracked): string =>
  `${config.publicUrl}/t/${trackingToken(trackingKey, delivery)}`

/**
 * A delivery's link, and until when it works.
 * @throws AppError `delivery_not_found`
 */
export async function readTrackingLink(
  trx: Trx,
  deps: Linking,
  workspaceId: string,
  id: string,
): Promise<TrackingLink & Tracked> {
  const row = await trx
    .selectFrom('deliveries')
    .select(['id', 'tracking_generation', 'status', 'status_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('delivery_not_found')
  const { link_days } = await readTrackingSettings(trx, workspaceId)
  const { tracking_generation } = row
  return { id, tracking_generation, url: trackingUrl(deps, row), ended_at: linkEnd(row, link_days) }
}

/**
 * Everything that a recipient sees, but the PIN.
 * @param trx the recipient's own, which sees that delivery alone
 */
export async function readTracking(trx: Trx, who: Recipient, now: Date): Promise<Tracking> {
  const { workspaceId, deliveryId } = who
  const delivery = await getDelivery(trx, workspaceId, deliveryId)
  const settings = await readTrackingSettings(trx, workspaceId)
  const { name, time_zone, currency } = await readWorkspace(trx, workspaceId)
  const look = await readLook(trx, workspaceId)
  const fields = await readCustomFields(trx)
  const photos = await readPhotos(trx, workspaceId, deliveryId)
  const stops = await readTrackedStops(trx, [deliveryId], now)
  const attempts = (await countAttempts(trx, workspaceId, [deliveryId])).get(deliveryId) ?? 0
  const counted = { attempts, mostAttempts: settings.most_attempts }
  const asks = neededProofs(delivery, await readRoadSettings(trx, workspaceId))
  const proofs = delivery.status === 'delivered' ? await readProofs(trx, workspaceId, deliveryId) : []
  const { is_confidential: isConfidential } = delivery
  const hasWindows = canMove(delivery) && settings.recipients_may.includes('window') && (await offersSlots(trx))
  const progress = progressOf(delivery, stops.get(deliveryId), counted, now)
  return {
    ...progress,
    id: delivery.id,
    version: delivery.version,
    number: delivery.number,
    kind: delivery.kind,
    language: delivery.recipient_language ?? settings.recipient_language,
    time_zone,
    is_confidential: isConfidential,
    sender: { name, logo: look.logo && 'logo', accent: look.accent, contact: look.contact },
    recipient_name: isConfidential ? null : delivery.recipient_name,
    address: delivery.delivery_address,
    place_name: isConfidential ? null : delivery.place_name,
    location: delivery.delivery_location,
    contents: isConfidential ? [] : delivery.parcels.flatMap(({ description }) => description ?? []),
    details: isConfidential ? [] : detailsOf(delivery.custom, fields),
    day: delivery.scheduled_date,
    windows: windowsOf(delivery),
    done_at: delivery.status === 'delivered' || delivery.status === 'failed' ? delivery.status_at : null,
    door: doorOf(delivery, asks, currency),
    failure: delivery.status === 'failed' ? failureOf(delivery, counted, photos) : null,
    proof: delivery.status === 'delivered' ? proofOf(proofs, photos, isConfidential) : null,
    wishes: isConfidential ? null : delivery.wishes,
    choices: choicesOf({
      status: delivery.status,
      step: progress.step,
      asks,
      hasCash: Boolean(delivery.cash_amount),
      hasWindows,
      allowed: settings.recipients_may,
    }),
    may_notify: !isOver(progress.step) && (await pushesToRecipients(trx)),
    is_window_fixed: hasWindows && isUnderWay(progress.step),
    may_retry: progress.step === 'failed',
    rating: delivery.rating === null ? null : { stars: delivery.rating, comment: delivery.rating_comment },
    asks_rating: delivery.status === 'delivered' && settings.ask_rating,
    ends_at: who.linkEndsAt,
  }
}

/** How often a recipient wrote since then. */
export async function countWritten(trx: Trx, { workspaceId, deliveryId }: Recipient, since: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('delivery_events')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where('kind', '=', 'wrote')
    .where('at', '>', since.toISOString())
    .executeTakeFirstOrThrow()
  return n
}

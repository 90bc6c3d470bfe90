import { AppError } from '#domain/errors.ts'
import type { TrackingLink } from '#domain/schema/tracking.ts'
import { usualTrackingSettings, type TrackingSettings } from '#domain/schema/tracking-settings.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { trackingToken, type Tracked } from '../../http/tracking-token.ts'
import { linkEnd } from './rules.ts'

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

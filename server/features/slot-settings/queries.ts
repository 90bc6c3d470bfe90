import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { SlotSettings } from '#domain/schema/slots.ts'
import { usualSlots } from '#domain/slots/usual.ts'
import { daysFrom, windowsOn } from '#domain/slots/windows.ts'
import { isOver } from '#domain/start-of-day.ts'
import { isInside } from '#domain/territory.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { readCalendarBetween } from '../calendar/queries.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { readDepots } from '../planning/queries.ts'
import { allTerritories } from '../territories/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

const settingColumns = [
  'is_on',
  'windows',
  'days_ahead',
  'cut_off_minutes',
  'territory_ids',
  'service_km',
  'blackout_days',
  'price',
  'hold_minutes',
  'near_meters',
  'order_page',
  'order_page_name',
  'shop_origins',
  'version',
] as const

/** Which slots a workspace offers. */
export async function readSlotSettings(trx: Trx, workspaceId: string): Promise<Omit<SlotSettings, 'order_page_url'>> {
  const row = await trx
    .selectFrom('slot_settings')
    .select(settingColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? usualSlots
}

/** Where customers of a workspace book; null while its page is off. */
export const slotUrl = (
  { is_on, order_page, order_page_name }: Pick<SlotSettings, 'is_on' | 'order_page' | 'order_page_name'>,
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
) => (is_on && order_page && order_page_name ? `${publicUrl}/order/${order_page_name}` : null)

type Offering = Pick<Awaited<ReturnType<typeof readOffering>>, 'settings' | 'zone' | 'closed'> & { now: Date }

/** All windows that are offered, whether they can be kept or not. */
export function offeredWindows(
  { settings, zone, closed, now }: Offering,
  first?: string | null,
  count?: number | null,
) {
  const today = dayOf(now, zone)
  const last = dayAfter(today, settings.days_ahead - 1)
  const from = first && first > today ? first : today
  return daysFrom(from, Math.min(count ?? settings.days_ahead, settings.days_ahead))
    .filter((day) => day <= last && !closed.has(day) && !isOver(day, now, zone))
    .flatMap((day) => windowsOn(day, settings, zone))
    .filter(({ starts_at }) => Date.parse(starts_at) > now.getTime())
}

/** @throws AppError `slots_off`, `no_depot` */
export async function readOffering(trx: Trx, workspaceId: string, now: Date) {
  const settings = await readSlotSettings(trx, workspaceId)
  if (!settings.is_on) throw new AppError('slots_off')
  const { time_zone: zone, currency } = await readWorkspace(trx, workspaceId)
  const { usual } = await readDepots(trx, workspaceId)
  if (!usual) throw new AppError('no_depot')
  const today = dayOf(now, zone)
  const between = { from: today, to: dayAfter(today, settings.days_ahead) }
  const { holidays } = await readCalendarBetween(trx, workspaceId, between)
  const closed = new Set(holidays.flatMap(({ day, depot_id }) => (depot_id === null ? [day] : [])))
  return { settings, zone, currency, depot: usual.id, closed }
}

/** @throws AppError `slot_outside` */
export async function checkArea(
  trx: Trx,
  workspaceId: string,
  settings: Pick<SlotSettings, 'territory_ids' | 'service_km'>,
  place: Location,
) {
  const depots = await serviceArea(trx, workspaceId)
  const isNear = depots.some((depot) => distanceKm(depot, place) <= settings.service_km)
  const ids = settings.territory_ids
  const zones = ids && (await allTerritories(trx, workspaceId)).filter(({ id }) => ids.includes(id))
  if (!isNear || (zones && !zones.some(({ area }) => isInside(area, place)))) throw new AppError('slot_outside')
}

import { sql } from 'kysely'
import type { BoardQuestion } from '#solver/index.ts'
import { AppError } from '#domain/errors.ts'
import { clockOf } from '#domain/problem/clock.ts'
import type { SlotHold, SlotQuestion, SlotSettings, Slots } from '#domain/schema/slots.ts'
import type { HeldOrder } from '#domain/slots/held-order.ts'
import { isCutOff, type DayWindow } from '#domain/slots/windows.ts'
import { instantOf } from '#domain/time.ts'
import { inWorkspace, type Trx, type Within } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Engine } from '../../engine/engine.ts'
import { pickupsFor, type WindowPickup } from '../pickup-slots/queries.ts'
import { openBoard, syncDays, type KeptDay } from '../slot-boards/queries.ts'
import { checkArea, offeredWindows, readOffering } from '../slot-settings/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { inOrder, toSlot, wantedOn, whyNone, withoutOrder } from './rules.ts'

/** What finding slots works with. */
export type SlotDeps = Pick<Deps, 'db' | 'engine' | 'geocoder' | 'now' | 'report' | 'travel'>

const holdColumns = [
  'id',
  'day',
  'starts',
  'ends',
  'price',
  'state',
  'expires_at',
  'delivery_id',
  'created_at',
  'version',
] as const

/**
 * A held slot.
 * @throws AppError `slot_hold_not_found`
 */
export async function getSlotHold(trx: Trx, workspaceId: string, id: string): Promise<SlotHold> {
  const row = await trx
    .selectFrom('slot_holds')
    .select(holdColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('slot_hold_not_found')
  const { starts: start, ends: end, ...hold } = row
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const at = (time: string) => instantOf(row.day, time, zone).toISOString()
  return { ...hold, start, end, starts_at: at(start), ends_at: at(end) }
}

/** How many of each window are sold or held, by day, start and end. */
async function readSold(
  trx: Trx,
  workspaceId: string,
  days: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ slot: string; count: number }>`
    select slot, count(*)::integer as count from (
      select concat_ws(' ', scheduled_date, window_start, window_end) as slot from deliveries
        where workspace_id = ${workspaceId} and scheduled_date = any(${days}) and deleted_at is null
          and status not in ('cancelled', 'failed') and window_start is not null
      union all
      select concat_ws(' ', day, starts, ends) from slot_holds
        where workspace_id = ${workspaceId} and day = any(${days}) and state = 'held' and expires_at > ${now}
    ) s group by slot`.execute(trx)
  return new Map(rows.map(({ slot, count }) => [slot, count]))
}

export const slotKey = ({ day, start, end }: Pick<DayWindow, 'day' | 'start' | 'end'>) => `${day} ${start} ${end}`

/** What a slot is asked for, once its place is known. */
export type Wish = {
  order: HeldOrder
  /** A delivery that is to come at another time. */
  moves: string | null
}

type Offer = Slots & { isTooLarge: boolean }

/**
 * The windows that can be kept for an order, on these days. Everything about the days comes from transactions of Karta itself, so
 * that a buyer or a shipper, who sees no plans, learns what can be kept and nothing else.
 * @throws AppError `slots_off`, `slot_outside`, `slot_too_large`, `no_depot`
 */
export async function slotsFor(
  deps: SlotDeps,
  workspaceId: string,
  wish: Wish,
  { first_day, days: count }: Partial<Pick<SlotQuestion, 'first_day' | 'days'>> = {},
  within: Within = (work) => inWorkspace(deps.db, workspaceId, work),
): Promise<Slots> {
  const { settings, zone, currency, depot, closed } = await within((trx) =>
    readOffer(trx, workspaceId, wish, deps.now()),
  )
  const windows = offeredWindows({ settings, zone, closed, now: deps.now() }, first_day, count)
  const found = await askWindows(deps, workspaceId, { wish, settings, windows, depot }, within)
  if (found.isTooLarge) throw new AppError('slot_too_large')
  const { isTooLarge: _, pickups: __, ...offer } = found
  return { ...offer, location: wish.order.location, currency }
}

/**
 * What a workspace offers at a place.
 * @throws AppError `slots_off`, `slot_outside`, `no_depot`
 */
export async function readOffer(trx: Trx, workspaceId: string, { order: { location } }: Wish, now: Date) {
  const offering = await readOffering(trx, workspaceId, now)
  await checkArea(trx, workspaceId, offering.settings, location)
  return offering
}

type Asking = {
  wish: Wish
  settings: Omit<SlotSettings, 'order_page_url'>
  windows: DayWindow[]
  depot: string
}

/** Asks each day about its windows. */
export async function askWindows(
  deps: Pick<SlotDeps, 'engine' | 'now'>,
  workspaceId: string,
  { wish, settings, windows, depot }: Asking,
  within: Within,
): Promise<Omit<Offer, 'location' | 'currency'> & { pickups: Map<string, WindowPickup> }> {
  const now = deps.now()
  const byDay = Map.groupBy(windows, ({ day }) => day)
  const days = [...byDay.keys()]
  const sold = await within((trx) => readSold(trx, workspaceId, days, now))
  const kept = await syncDays(deps, workspaceId, days, within)
  const pickups = await within((trx) => pickupsFor(trx, workspaceId, wish.order, windows, now))
  const wanted = kept.map(({ read }) => wantedOn(read, wish.order, depot))
  const hasDrivers = kept.some(({ read }) => read.crews.size > 0)
  const answers = await askDays(deps.engine, workspaceId, {
    wish,
    nearMeters: settings.near_meters,
    days: kept.map((day, at) => ({ day, wanted: wanted[at]!, windows: byDay.get(day.read.day)! })),
  })
  const data: Slots['data'] = []
  const unavailable: Slots['unavailable'] = []
  for (const [at, { read }] of kept.entries()) {
    for (const [w, window] of byDay.get(read.day)!.entries()) {
      const { capacity, ...when } = window
      const count = sold.get(slotKey(window)) ?? 0
      const place = answers[at]![w]
      const refuse = (why: Slots['unavailable'][number]['why']) => unavailable.push({ ...when, why })
      if (isCutOff(window, settings.cut_off_minutes, now)) refuse('cut_off')
      else if (capacity !== null && count >= capacity) refuse('full')
      else if (!place) refuse(whyNone(wanted[at]!))
      else if (pickups.get(slotKey(window))?.why) refuse(pickups.get(slotKey(window))!.why!)
      else data.push(toSlot(window, place, { settings, day: read, sold: count }))
    }
  }
  return { data: inOrder(data), unavailable, pickups, isTooLarge: hasDrivers && !wanted.some(({ fits }) => fits) }
}

type Askable = { at: number; day: KeptDay; key: string; question: BoardQuestion }

type AskedDay = { day: KeptDay; wanted: ReturnType<typeof wantedOn>; windows: DayWindow[] }

/** The cheapest place in each window of each day. A board that the engine has dropped is opened again. */
async function askDays(
  engine: Engine,
  workspaceId: string,
  { wish: { moves }, nearMeters, days }: { wish: Wish; nearMeters: number; days: AskedDay[] },
) {
  const askable: Askable[] = []
  for (const [at, { day, wanted, windows }] of days.entries()) {
    const { problem, settings, straight } = day.read
    const without = moves && problem && withoutOrder(day.read, day.routes, moves)
    const key = without ? (await openBoard(engine, workspaceId, { ...without, straight })).key : day.key
    if (key === null || !wanted.fits) continue
    const clock = clockOf(day.read.day, settings.time_zone)
    const times = windows.map(({ start, end }): [number, number] => [clock(start), clock(end)])
    const { order, vehicles } = wanted
    askable.push({ at, day, key, question: { order, vehicles, windows: times, nearMeters } })
  }
  const ask = async (asks: typeof askable) => {
    const reply = await engine.askBoards({ asks: asks.map(({ key, question }) => ({ key, question })) }, workspaceId)
    if (reply.kind === 'refused') throw new AppError('plan_outdated', { detail: reply.message })
    return reply.answers
  }
  const found = askable.length ? await ask(askable) : []
  const answers = days.map(({ windows }) => windows.map(() => null) as (typeof found)[number] & object)
  for (const [i, each] of askable.entries()) {
    let answer = found[i]
    if (!answer) {
      const { problem, straight } = each.day.read
      const { key } = await openBoard(engine, workspaceId, { problem: problem!, routes: each.day.routes, straight })
      each.day.key = key
      ;[answer] = await ask([{ ...each, key }])
    }
    answers[each.at] = answer!
  }
  return answers
}

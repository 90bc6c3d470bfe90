import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { isEnd } from '#domain/delivery-state.ts'
import { NewDelivery, type Delivery } from '#domain/schema/delivery.ts'
import type { NewSlotHold, SlotConfirmation, SlotHold, SlotSettings, SlotSettingsPatch } from '#domain/schema/slots.ts'
import type { HeldOrder } from '#domain/slots/held-order.ts'
import { isCutOff, windowsOn } from '#domain/slots/windows.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { inWorkspace, type Db, type Trx, type Within } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Quotas } from '../../db/quotas.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import type { Engine } from '../../engine/engine.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { anySeen, checkSeen, type Seen } from '../../http/if-match.ts'
import { changeDelivery, createDelivery, type Reroute } from '../deliveries/commands.ts'
import { getDelivery, lockDeliveries } from '../deliveries/queries.ts'
import { savePlanChange, workOut } from '../plan-changes/commands.ts'
import { namedIn, readPlanToChange } from '../changeable-plans/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { syncDays } from '../slot-boards/queries.ts'
import { checkRoad, placeOfAddress } from '../slot-places/queries.ts'
import { lockPickupSlots } from '../pickup-slots/commands.ts'
import { readSlotSettings, slotUrl } from '../slot-settings/queries.ts'
import { askWindows, getSlotHold, readOffer, slotKey, type SlotDeps, type Wish } from './queries.ts'

/**
 * Changes which slots a workspace offers.
 * @throws AppError `version_conflict`, `territory_not_found`, `order_page_taken`, `order_page_unnamed`
 */
export async function changeSlotSettings(
  trx: Trx,
  actor: Actor,
  change: SlotSettingsPatch,
  seen: Seen,
  { now, config }: Pick<Deps, 'now' | 'config'>,
): Promise<SlotSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = withUrl(await readSlotSettings(trx, workspaceId), config)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  await checkZones(trx, workspaceId, change.territory_ids)
  const { order_page_url: _, ...known } = { ...before, ...change, version: before.version + 1 }
  const isOpen = known.order_page || known.shop_origins.length > 0
  if (isOpen && known.order_page_name === null) throw new AppError('order_page_unnamed')
  const values = { ...known, windows: JSON.stringify(known.windows), price: JSON.stringify(known.price) }
  const saving = trx
    .insertInto('slot_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict({ slot_settings_order_page_name_key: 'order_page_taken' }, saving)
  const data = withUrl(await readSlotSettings(trx, workspaceId), config)
  await appendEvents(trx, actor, [{ type: 'slot_settings.updated', id, data, before }], now())
  return data
}

/** The settings with the address of the order page. */
export const withUrl = (settings: Omit<SlotSettings, 'order_page_url'>, config: Deps['config']): SlotSettings => ({
  ...settings,
  order_page_url: slotUrl(settings, config),
})

async function checkZones(trx: Trx, workspaceId: string, ids: string[] | null | undefined): Promise<void> {
  if (!ids?.length) return
  const { count } = await trx
    .selectFrom('territories')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  if (count !== ids.length) throw new AppError('territory_not_found')
}

type AtPlace = 'pickup_place_id' | 'preparation_minutes'
type Asked = Omit<NewSlotHold, 'day' | 'start' | 'end' | AtPlace> & Partial<Pick<NewSlotHold, AtPlace>>

/**
 * What a slot is asked for: an order at a place, or a delivery that is to come at another time.
 * @param own transactions of whoever asks, who has to see the delivery
 * @throws AppError `delivery_not_found`, `slot_delivery_moving`, `no_position`, `slot_address_unknown`, `slot_off_road`
 */
export async function wishFrom(deps: SlotDeps, workspaceId: string, asked: Asked, own: Within): Promise<Wish> {
  const { delivery_id, delivery_location, delivery_address, service_minutes, ...rest } = asked
  if (delivery_id) return { order: await own((trx) => orderOf(trx, workspaceId, delivery_id)), moves: delivery_id }
  const location = delivery_location ?? (await placeOfAddress(deps, workspaceId, delivery_address!))
  await checkRoad(deps, workspaceId, location)
  const usual = await inWorkspace(deps.db, workspaceId, (trx) => readWorkspace(trx, workspaceId))
  const order = { ...rest, delivery_address, location, service_minutes: service_minutes ?? usual.service_minutes }
  return { order, moves: null }
}

async function orderOf(trx: Trx, workspaceId: string, id: string): Promise<HeldOrder> {
  const delivery = await getDelivery(trx, workspaceId, id)
  const { delivery_location: location, status, pickup_address, kind } = delivery
  const isOpen = status === 'pending' || status === 'planned' || status === 'dispatched' || status === 'failed'
  if (!isOpen || pickup_address !== null || kind !== 'delivery') throw new AppError('slot_delivery_moving')
  if (!location) throw new AppError('no_position', { numbers: [delivery.number] })
  const { delivery_address, depot_id, weight_kg, volume_l, units, service_minutes, skills } = delivery
  const { temperature_min_c, temperature_max_c } = delivery
  const what = { delivery_address, location, depot_id, weight_kg, volume_l, units, service_minutes, skills }
  return { ...what, temperature_min_c, temperature_max_c }
}

/** So many slots of a workspace are held at the same time. */
const mostHeld = 500

/** Whoever holds a slot waits for the one before: each takes one connection, however many come at once. */
const lines = new WeakMap<Engine, Map<string, Promise<unknown>>>()

function inLine<T>(engine: Engine, workspaceId: string, work: () => Promise<T>): Promise<T> {
  const all = lines.get(engine) ?? new Map<string, Promise<unknown>>()
  lines.set(engine, all)
  const mine = (all.get(workspaceId) ?? Promise.resolve()).then(work)
  const after = mine
    .catch(() => {})
    .then(() => {
      if (all.get(workspaceId) === after) all.delete(workspaceId)
    })
  all.set(workspaceId, after)
  return mine
}

type When = Pick<NewSlotHold, 'day' | 'start' | 'end'>

/**
 * Holds a slot. Whether it can be kept is worked out once more, under a lock of the day, with everything that was sold and held
 * before: two buyers never get the room of one.
 * @throws AppError `slot_not_offered`, `slot_taken`, `too_many_slot_holds`, and as `slotsFor` does
 */
export async function holdSlot(deps: SlotDeps, author: Author, wish: Wish, when: When): Promise<SlotHold> {
  const { db, engine } = deps
  const { workspaceId } = author
  const own: Within = (work) => inWorkspace(db, workspaceId, work)
  // A first search for the day takes a second, which nobody has to wait for at the lock.
  const early = await own((trx) => readOffer(trx, workspaceId, wish, deps.now()))
  windowIn(early, when, deps.now())
  await syncDays(deps, workspaceId, [when.day], own)
  return inLine(engine, workspaceId, () => again(() => own((trx) => holdIn(trx, deps, author, wish, when))))
}

async function holdIn(trx: Trx, deps: SlotDeps, author: Author, wish: Wish, when: When): Promise<SlotHold> {
  const { workspaceId } = author
  const { day, start, end } = when
  await sql`select pg_advisory_xact_lock(hashtext('karta slots'), hashtext(${`${workspaceId} ${day}`}))`.execute(trx)
  const now = deps.now()
  if (wish.order.pickup_place_id) await lockPickupSlots(trx, workspaceId)
  const offer = await readOffer(trx, workspaceId, wish, now)
  const window = windowIn(offer, when, now)
  const asked = { wish, settings: offer.settings, windows: [window], depot: offer.depot }
  const found = await askWindows(deps, workspaceId, asked, (work) => work(trx))
  if (found.isTooLarge) throw new AppError('slot_too_large')
  const [slot] = found.data
  if (!slot) throw new AppError('slot_taken')
  const { count } = await trx
    .selectFrom('slot_holds')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'held')
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  if (count >= mostHeld) throw new AppError('too_many_slot_holds')
  const { id } = await trx
    .insertInto('slot_holds')
    .values({
      workspace_id: workspaceId,
      day,
      starts: start,
      ends: end,
      price: slot.price,
      wanted: JSON.stringify({ ...wish.order, ...found.pickups.get(slotKey(window))?.held }),
      delivery_id: wish.moves,
      expires_at: new Date(now.getTime() + offer.settings.hold_minutes * 60_000),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await getSlotHold(trx, workspaceId, id)
  await appendEvents(trx, author, [{ type: 'slot_hold.created', id, data }], now)
  return data
}

type Offer = Awaited<ReturnType<typeof readOffer>>

/** @throws AppError `slot_not_offered` */
function windowIn({ settings, zone, closed }: Offer, { day, start, end }: When, now: Date) {
  const last = dayAfter(dayOf(now, zone), settings.days_ahead - 1)
  const isDay = day >= dayOf(now, zone) && day <= last && !closed.has(day)
  const window = windowsOn(day, settings, zone).find((each) => each.start === start && each.end === end)
  if (!isDay || !window || isCutOff(window, settings.cut_off_minutes, now)) throw new AppError('slot_not_offered')
  return window
}

type Confirming = { source: Delivery['source']; quotas: Quotas; reroute: Reroute; engine: Engine }

/**
 * Books a held slot: makes the delivery with that window, or moves the one that it is for. Whoever confirms twice gets the same
 * delivery again.
 * @throws AppError `slot_hold_not_found`, `slot_hold_ended`, `slot_delivery_moving`, and as `createDelivery` and
 * `changeDelivery` do
 */
export async function confirmSlot(
  trx: Trx,
  author: Author,
  id: string,
  confirmation: SlotConfirmation,
  { source, quotas, reroute, engine }: Confirming,
): Promise<Delivery> {
  const { workspaceId } = author
  const { now } = quotas
  const held = await lockHold(trx, workspaceId, id)
  if (held.state === 'confirmed' && held.delivery_id) return getDelivery(trx, workspaceId, held.delivery_id)
  if (held.state !== 'held' || Date.parse(held.expires_at) <= now.getTime()) throw new AppError('slot_hold_ended')
  const before = await getSlotHold(trx, workspaceId, id)
  const window = { scheduled_date: held.day, window_start: held.starts, window_end: held.ends }
  const delivery = held.delivery_id
    ? await moveDelivery(trx, author, held.delivery_id, window, { now, reroute, engine })
    : await createDelivery(trx, author, source, asNew(held.wanted!, window, confirmation), quotas, id)
  await endHold(trx, author, before, { state: 'confirmed', delivery_id: delivery.id }, now)
  return delivery
}

type Window = { scheduled_date: string; window_start: string; window_end: string }

function asNew({ location, delivery_address, ...held }: HeldOrder, window: Window, who: SlotConfirmation) {
  const { lat, lng } = location
  const { pickup_slot_at: _, pickup_slot, ...order } = held
  return NewDelivery.parse({
    ...order,
    ...(pickup_slot && { pickup_window_start: pickup_slot }),
    ...who,
    ...window,
    delivery_address: delivery_address ?? `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
    delivery_location: location,
  })
}

/** Gives a delivery another day and window. One that a plan has leaves its route, and waits for another. */
async function moveDelivery(
  trx: Trx,
  author: Author,
  id: string,
  window: Window,
  { now, reroute, engine }: { now: Date; reroute: Reroute; engine: Engine },
): Promise<Delivery> {
  const { workspaceId } = author
  const [delivery] = await lockDeliveries(trx, workspaceId, { ids: [id] })
  if (!delivery || delivery.deleted_at) throw new AppError('delivery_not_found')
  const { status, route_id } = delivery
  if (status === 'planned' || status === 'dispatched') {
    const { plan_id } = await trx
      .selectFrom('routes')
      .select('plan_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', route_id)
      .executeTakeFirstOrThrow()
    const edits = [{ type: 'remove' as const, delivery_ids: [id], scheduled_date: window.scheduled_date }]
    const read = await readPlanToChange(trx, workspaceId, plan_id, namedIn(edits), now)
    const work = await workOut({ engine, newId: randomUUID, workspaceId }, read, edits)
    await savePlanChange(trx, author, plan_id, work, anySeen(), now)
  } else if (status !== 'pending' && status !== 'failed') throw new AppError('slot_delivery_moving')
  const change = { ...window, more_windows: [], ...(isEnd(status) && { status: 'pending' as const }) }
  return changeDelivery(trx, author, id, change, anySeen(), now, reroute)
}

/**
 * A delivery takes the place of a held slot, in the transaction that made it. A hold that ended in the meantime needs nothing: the
 * delivery has its window.
 */
export async function fillSlot(trx: Trx, author: Author, id: string, deliveryId: string, now: Date): Promise<void> {
  const { state } = await lockHold(trx, author.workspaceId, id)
  if (state !== 'held') return
  const before = await getSlotHold(trx, author.workspaceId, id)
  await endHold(trx, author, before, { state: 'confirmed', delivery_id: deliveryId }, now)
}

/**
 * Gives a held slot back. One that is over or was given back before stays so.
 * @throws AppError `slot_hold_not_found`, `slot_hold_ended` if it was confirmed
 */
export async function releaseSlot(trx: Trx, author: Author, id: string, now: Date): Promise<void> {
  const { state } = await lockHold(trx, author.workspaceId, id)
  if (state === 'confirmed') throw new AppError('slot_hold_ended')
  if (state === 'released') return
  const before = await getSlotHold(trx, author.workspaceId, id)
  await endHold(trx, author, before, { state: 'released', delivery_id: before.delivery_id }, now)
}

async function lockHold(trx: Trx, workspaceId: string, id: string) {
  const held = await trx
    .selectFrom('slot_holds')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new AppError('slot_hold_not_found')
  return held
}

type Ending = { state: 'confirmed' | 'released'; delivery_id: string | null }

async function endHold(trx: Trx, author: Author, before: SlotHold, ending: Ending, now: Date): Promise<void> {
  const { workspaceId } = author
  await trx
    .updateTable('slot_holds')
    .set({ ...ending, wanted: null, version: before.version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .execute()
  const data = await getSlotHold(trx, workspaceId, before.id)
  await appendEvents(trx, author, [{ type: `slot_hold.${ending.state}`, id: before.id, data, before }], now)
}

/** Deletes holds that ended a day ago, in all workspaces: they say where somebody lives. */
export async function forgetSlotHolds(db: Db, now: Date): Promise<void> {
  await sql`select forget_slot_holds(${now})`.execute(db)
}

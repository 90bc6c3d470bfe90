import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import type { RateAddress, ShippingSettings, ShippingSettingsPatch } from '#domain/schema/shipping.ts'
import type { SlotHold } from '#domain/schema/slots.ts'
import { oneLine } from '#domain/shipping/one-line.ts'
import { slotTitle } from '#domain/shipping/title.ts'
import { readSlotCode } from '#domain/shops/slot-code.ts'
import { inWorkspace, type Trx, type Within } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { holdSlot, releaseSlot, wishFrom } from '../slots/commands.ts'
import { getSlotHold, type SlotDeps } from '../slots/queries.ts'
import { allTerritories } from '../territories/queries.ts'
import { readShippingSettings, usualCart } from './queries.ts'

/**
 * Changes what checkouts show.
 * @throws AppError `version_conflict`, `territory_not_found`
 */
export async function changeShippingSettings(
  trx: Trx,
  actor: Actor,
  change: ShippingSettingsPatch,
  seen: Seen,
  now: Date,
): Promise<ShippingSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readShippingSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const known = new Set((await allTerritories(trx, workspaceId)).map(({ id }) => id))
  const isThere = change.rules?.every(({ territory_ids }) => territory_ids.every((id) => known.has(id))) ?? true
  if (!isThere) throw new AppError('territory_not_found')
  const { rules, most_rates, version } = { ...before, ...change, version: before.version + 1 }
  const values = { rules: JSON.stringify(rules), most_rates, version }
  const { id } = await trx
    .insertInto('shipping_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await readShippingSettings(trx, workspaceId)
  await appendEvents(trx, actor, [{ type: 'shipping_settings.updated', id, data, before }], now)
  return data
}

type Wanted = { address: RateAddress; weight_grams: number; code: string; instead_of: string | null }

/**
 * Holds the slot that a buyer chose at the checkout of a shop. Who comes back to the checkout keeps the slot, or gives it back for
 * another one.
 * @throws AppError `slot_not_offered`, `slot_taken`, and as `holdSlot` and `wishFrom` do
 */
export async function holdForCart(
  deps: SlotDeps,
  author: Author,
  { address, weight_grams, code, instead_of }: Wanted,
): Promise<SlotHold> {
  const { workspaceId } = author
  const slot = readSlotCode(code)
  if (!slot) throw new AppError('slot_not_offered')
  const within: Within = (work) => again(() => inWorkspace(deps.db, workspaceId, work))
  const kept = instead_of && (await within((trx) => keepOrRelease(trx, author, instead_of, code, deps.now())))
  if (kept) return kept
  const order = { ...usualCart, delivery_address: oneLine(address), delivery_location: null }
  const wish = await wishFrom(deps, workspaceId, { ...order, weight_kg: weight_grams / 1000 }, within)
  return holdSlot(deps, author, wish, slot)
}

type Bought = { code: string | null; held: string | null; place: Place; weight_grams: number }
type Place = { delivery_address: string | null; delivery_location: Location | null }

/**
 * Makes sure of the slot that an order of a shop was sold: by the hold of the checkout, or by a new one. Undefined if it was sold no
 * slot, or the workspace offers none any more; a sentence if nobody can keep it by now.
 */
export async function secureSlot(
  deps: SlotDeps,
  author: Author,
  { code, held, place, weight_grams }: Bought,
): Promise<{ hold: string } | { problem: string } | undefined> {
  const slot = readSlotCode(code)
  if (!slot) return undefined
  const { workspaceId } = author
  const within: Within = (work) => again(() => inWorkspace(deps.db, workspaceId, work))
  const kept =
    z.uuid().safeParse(held).success && (await within((trx) => keepOrRelease(trx, author, held!, code!, deps.now())))
  if (kept) return { hold: kept.id }
  try {
    const order = { ...usualCart, ...place, weight_kg: weight_grams / 1000 }
    const wish = await wishFrom(deps, workspaceId, order, within)
    return { hold: (await holdSlot(deps, author, wish, slot)).id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Whether it can be kept shows once somebody sets the pin.
    if (error.code === 'slots_off' || error.code === 'slot_address_unknown') return undefined
    const why = error.code === 'slot_not_offered' ? 'It is not offered any more.' : error.message
    return { problem: `The buyer chose ${slotTitle(slot, null)}, which cannot be kept: ${why} Agree on another time.` }
  }
}

/** The hold if it is for that slot and lasts; otherwise it is given back. One that is gone needs nothing. */
async function keepOrRelease(trx: Trx, author: Author, id: string, code: string, now: Date) {
  try {
    const held = await getSlotHold(trx, author.workspaceId, id)
    const slot = readSlotCode(code)!
    const isSame = held.day === slot.day && held.start === slot.start && held.end === slot.end
    if (isSame && held.state === 'held' && Date.parse(held.expires_at) > now.getTime()) return held
    if (held.state === 'held') await releaseSlot(trx, author, id, now)
  } catch (error) {
    const isGone =
      error instanceof AppError && (error.code === 'slot_hold_not_found' || error.code === 'slot_hold_ended')
    if (!isGone) throw error
  }
  return undefined
}

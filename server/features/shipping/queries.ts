import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import { rateRefusals, type Rate, type RateQuestion, type RateRefusal, type Rates } from '#domain/schema/shipping.ts'
import type { ShippingRule, ShippingSettings } from '#domain/schema/shipping.ts'
import { chooseRule, rulePrice } from '#domain/shipping/choose-rule.ts'
import { fromDecimal, toDecimal } from '#domain/shipping/decimal.ts'
import { oneLine } from '#domain/shipping/one-line.ts'
import { slotTitle } from '#domain/shipping/title.ts'
import { anyTimeCode, usualShipping } from '#domain/shipping/usual.ts'
import { slotCode } from '#domain/shops/slot-code.ts'
import { inWorkspace, type Trx, type Within } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { wishFrom } from '../slots/commands.ts'
import { placeOfAddress } from '../slot-places/queries.ts'
import { slotsFor, type SlotDeps } from '../slots/queries.ts'
import { allTerritories } from '../territories/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

/** What checkouts show. */
export async function readShippingSettings(trx: Trx, workspaceId: string): Promise<ShippingSettings> {
  const row = await trx
    .selectFrom('shipping_settings')
    .select(['rules', 'most_rates', 'version'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? usualShipping
}

/** What every cart is like besides its place and weight. */
export const usualCart = {
  delivery_id: null,
  depot_id: null,
  volume_l: 0,
  units: 0,
  service_minutes: null,
  skills: [],
  temperature_min_c: null,
  temperature_max_c: null,
}

/**
 * What a checkout shows for a cart: the slots that can be kept, at the prices of the first rule that fits. Where nothing is delivered
 * there is nothing, and the reason.
 */
export async function ratesFor(deps: SlotDeps, workspaceId: string, question: RateQuestion): Promise<Rates> {
  const within: Within = (work) => again(() => inWorkspace(deps.db, workspaceId, work))
  const { settings, zones, currency } = await within(async (trx) => ({
    settings: await readShippingSettings(trx, workspaceId),
    zones: new Map((await allTerritories(trx, workspaceId)).map(({ id, area }) => [id, area])),
    currency: (await readWorkspace(trx, workspaceId)).currency,
  }))
  if (question.currency !== currency) return none('currency')
  const place = question.location ?? (await orRefused(placeOfAddress(deps, workspaceId, oneLine(question.address))))
  const { method, tags, weight_grams, address } = question
  const total = fromDecimal(question.total, currency)
  const cart = { method, tags, weight_grams, total, postcode: address.postcode, location: locationOf(place) }
  const rule = chooseRule(settings.rules, cart, zones)
  if (rule?.offer === 'none') return none('rule')
  if (rule?.offer === 'any_time') return { rates: [anyTime(rule, currency)], why_none: null }
  if (isRefusal(place)) return none(place)

  const cartOrder = { ...usualCart, delivery_address: null, delivery_location: place, weight_kg: weight_grams / 1000 }
  const found = await orRefused(
    wishFrom(deps, workspaceId, cartOrder, within).then((wish) => slotsFor(deps, workspaceId, wish, {}, within)),
  )
  if (isRefusal(found)) return none(found)
  const rates = found.data.slice(0, settings.most_rates).map(({ day, start, end, starts_at, ends_at, price }): Rate => {
    const slot = { day, start, end }
    const title = slotTitle(slot, question.locale)
    return { code: slotCode(slot), title, ...priced(rulePrice(rule, price), currency), ...slot, starts_at, ends_at }
  })
  return rates.length ? { rates, why_none: null } : none('no_time')
}

const none = (why_none: RateRefusal): Rates => ({ rates: [], why_none })
const isRefusal = (found: unknown): found is RateRefusal => typeof found === 'string'
const locationOf = (place: Location | RateRefusal) => (isRefusal(place) ? null : place)

const priced = (minor: number, currency: string) => ({
  price: toDecimal(minor, currency),
  price_minor: minor,
  currency,
})

function anyTime(rule: ShippingRule, currency: string): Rate {
  const untimed = { day: null, start: null, end: null, starts_at: null, ends_at: null }
  return { code: anyTimeCode, title: rule.name, ...priced(rulePrice(rule, 0), currency), ...untimed }
}

/** What was asked for, or why nothing is delivered there. */
async function orRefused<T>(asking: Promise<T>): Promise<T | RateRefusal> {
  try {
    return await asking
  } catch (error) {
    const why = error instanceof AppError && rateRefusals.find((each) => each === error.code)
    if (why) return why
    throw error
  }
}

import { decimalsOf, toMajor } from './money.ts'
import type { ChargeLine, RateCard, RatePrice } from './schema/client-billing.ts'

/** What is known of an attempt when it ended. */
export type Charged = {
  attempt: number
  weight_kg: number
  /** In a straight line from where it is picked up; null if either place is unknown. */
  km: number | null
  /** The zones that its address is in, by id. */
  zones: ReadonlyMap<string, string>
  cash_amount: number | null
  /** The workspace's when it ended, in which the cash is. */
  cash_currency: string
  /** When its ordered window begins, as a `DayTime`. */
  window_start: string | null
}

type Rates = Pick<
  RateCard,
  'currency' | 'prices' | 'cash_fee' | 'cash_percent' | 'again_fee' | 'hours' | 'minimum' | 'fuel_percent'
>

/** A share of an amount in minor units, rounded half up. */
export const shareOf = (minor: number, percent: number) => Math.round((minor * percent) / 100)

const sum = (lines: readonly ChargeLine[]) => lines.reduce((total, { amount }) => total + amount, 0)

/** The first price that fits. A card's last one always does. */
export function priceOf(prices: readonly RatePrice[], { weight_kg, km, zones }: Charged): RatePrice | undefined {
  return prices.find(
    ({ territory_id, up_to_kg, up_to_km }) =>
      (territory_id === null || zones.has(territory_id)) &&
      (up_to_kg === null || weight_kg <= up_to_kg) &&
      (up_to_km === null || (km !== null && km <= up_to_km)),
  )
}

/**
 * What an attempt costs, line by line: the price and surcharges of a first attempt, at least the minimum, or the fee of
 * another attempt; then fuel on all of it. Amounts in minor units of the card's currency, without tax.
 */
export function chargeFor(rates: Rates, charged: Charged): { lines: ChargeLine[]; amount: number } {
  const lines = charged.attempt > 1 ? [againLine(rates, charged)] : firstLines(rates, charged)
  const fuel = shareOf(sum(lines), rates.fuel_percent)
  if (fuel) lines.push({ kind: 'fuel', text: `Fuel, ${rates.fuel_percent}%`, amount: fuel })
  return { lines, amount: sum(lines) }
}

const againLine = ({ again_fee }: Rates, { attempt }: Charged): ChargeLine => ({
  kind: 'again',
  text: `Attempt ${attempt}`,
  amount: again_fee,
})

function firstLines(rates: Rates, charged: Charged): ChargeLine[] {
  const price = priceOf(rates.prices, charged)
  const lines: ChargeLine[] = [{ kind: 'base', text: sayPrice(price, charged), amount: price?.amount ?? 0 }]
  const cash = cashLine(rates, charged)
  if (cash) lines.push(cash)
  const { window_start: start } = charged
  for (const { from, until, amount } of rates.hours) {
    if (start !== null && amount && start >= from && start < until)
      lines.push({ kind: 'hours', text: `Ordered for ${start}, between ${from} and ${until}`, amount })
  }
  const missing = rates.minimum - sum(lines)
  if (missing > 0) lines.push({ kind: 'minimum', text: 'Up to the minimum', amount: missing })
  return lines
}

function sayPrice(price: RatePrice | undefined, { weight_kg, km, zones }: Charged): string {
  const zone = price?.territory_id ? zones.get(price.territory_id) : undefined
  const weight = price?.up_to_kg ? `up to ${price.up_to_kg} kg (${weight_kg} kg)` : `${weight_kg} kg`
  const far = km === null ? 'distance unknown' : `${km} km`
  const distance = price?.up_to_km ? `up to ${price.up_to_km} km (${far})` : far
  return [zone ?? 'Delivery', weight, distance].join(', ')
}

/** A percentage of cash in another currency than the card's would mean nothing, so only the fee counts then. */
function cashLine({ currency, cash_fee, cash_percent }: Rates, charged: Charged): ChargeLine | undefined {
  const { cash_amount: cash, cash_currency } = charged
  if (!cash) return undefined
  const isSame = cash_currency === currency
  const amount = cash_fee + (isSame ? shareOf(cash, cash_percent) : 0)
  const said = `${toMajor(cash, cash_currency).toFixed(decimalsOf(cash_currency))} ${cash_currency}`
  return amount ? { kind: 'cash', text: `Cash of ${said} taken`, amount } : undefined
}

/** Taxes of charges: each percentage is rounded once, on its sum. */
export function totalsOf(charges: readonly { amount: number; tax_percent: number }[]) {
  const byPercent = new Map<number, number>()
  for (const { amount, tax_percent } of charges) byPercent.set(tax_percent, (byPercent.get(tax_percent) ?? 0) + amount)
  const taxes = [...byPercent]
    .toSorted(([a], [b]) => a - b)
    .map(([percent, net]) => ({ percent, net, tax: Math.sign(net) * shareOf(Math.abs(net), percent) }))
  const net = taxes.reduce((all, each) => all + each.net, 0)
  return { charges: charges.length, net, taxes, total: taxes.reduce((all, each) => all + each.tax, net) }
}

type Totals = ReturnType<typeof totalsOf>

/**
 * What another credit note comes to: what all of them come to with it, less what they came to before. So they never take
 * back more tax than the invoice had, however they are rounded.
 */
export function nextTotals(before: readonly { amount: number; tax_percent: number }[], next: typeof before): Totals {
  const [was, is] = [totalsOf(before), totalsOf([...before, ...next])]
  const taxes = is.taxes.flatMap(({ percent, net, tax }) => {
    const earlier = was.taxes.find((each) => each.percent === percent) ?? { net: 0, tax: 0 }
    const isNew = next.some(({ tax_percent }) => tax_percent === percent)
    return isNew ? [{ percent, net: net - earlier.net, tax: tax - earlier.tax }] : []
  })
  return { charges: next.length, net: is.net - was.net, taxes, total: is.total - was.total }
}

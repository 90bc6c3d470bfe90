import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { RateAddress, type Rate, type RateQuestion } from '#domain/schema/shipping.ts'
import { toDecimal } from '#domain/shipping/decimal.ts'
import { instantOf } from '#domain/time.ts'
import { regionIn } from '../../outside/shops/wix/read-order.ts'

/** How old a signed call may be. */
const patienceMs = 5 * 60_000

/** Binds the key of a plugin to its workspace. Elsewhere it does not open. */
export const pluginKeyContext = (workspaceId: string) => `plugin key:${workspaceId}`

/** Where plugin keys are, and what each is sealed for. */
export const sealedPluginColumns = [
  { table: 'integrations', column: 'plugin_secret', row: ['workspace_id'], context: pluginKeyContext },
] as const

/** A new secret: letters and digits only. */
export const newPluginSecret = () => randomBytes(32).toString('hex')

/** The key as it is shown to whoever sets up the plugin. */
export const pluginKey = (connectionId: string, secret: string) => `ks_${connectionId}_${secret}`

type Signed = { what: string; body: Buffer; timestamp: unknown; signature: unknown }

/** Whether the plugin signed these bytes with its key, for this purpose, and a moment ago. */
export function isFromPlugin({ what, body, timestamp, signature }: Signed, secret: string, now: Date): boolean {
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{10}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > patienceMs) return false
  const wanted = createHmac('sha256', secret).update(`${timestamp}.${what}.`).update(body).digest()
  const [, hex = ''] = /^v1=([0-9a-f]{64})$/.exec(signature) ?? []
  const given = Buffer.from(hex, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/* ---------------------------------------------------------------- Shopify */

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim().slice(0, 200) || null)

const ShopifyQuestion = z.object({
  rate: z.object({
    destination: z.object({
      country: text,
      postal_code: text,
      province: text,
      city: text,
      address1: text,
      address2: text,
      latitude: z.number().nullish().catch(null),
      longitude: z.number().nullish().catch(null),
    }),
    items: z
      .array(
        z.object({
          quantity: z.number().min(0),
          grams: z.number().min(0).catch(0),
          price: z.number().min(0).catch(0),
          requires_shipping: z.boolean().catch(true),
        }),
      )
      .max(1000),
    currency: z.string(),
    locale: text,
  }),
})

/** A cart as Shopify's checkout describes it; undefined if it is none. */
export function readShopifyCart(body: unknown): RateQuestion | undefined {
  const read = ShopifyQuestion.safeParse(body)
  if (!read.success) return undefined
  const { destination, items, currency, locale } = read.data.rate
  const { latitude: lat, longitude: lng } = destination
  const address = RateAddress.safeParse({
    line1: destination.address1,
    line2: destination.address2,
    city: destination.city,
    region: destination.province,
    postcode: destination.postal_code?.slice(0, 20) ?? null,
    country: destination.country ?? '',
  })
  if (!address.success || !isCurrency(currency)) return undefined
  const sum = (of: (item: (typeof items)[number]) => number) =>
    Math.round(items.reduce((all, item) => all + of(item) * item.quantity, 0))
  return {
    address: address.data,
    location: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null,
    method: null,
    currency: currency.toUpperCase(),
    // Shopify writes hundredths, also of yen.
    total: toDecimal(
      Math.min(
        sum(({ price }) => price),
        1e12,
      ),
      'USD',
    ),
    weight_grams: Math.min(
      1e8,
      sum(({ grams, requires_shipping }) => (requires_shipping ? grams : 0)),
    ),
    tags: [],
    locale,
  }
}

/** What Shopify's checkout understands. Prices are hundredths of the currency, whatever it is. */
export function asShopifyRates(rates: readonly Rate[], zone: string) {
  return rates.map(({ code, title, price, currency, day, start, end }) => ({
    service_name: title,
    service_code: code,
    total_price: hundredths(price),
    currency,
    description: title,
    phone_required: true,
    ...(day &&
      start &&
      end && { min_delivery_date: stamp(day, start, zone), max_delivery_date: stamp(day, end, zone) }),
  }))
}

function hundredths(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.')
  return String(Number(whole + fraction.padEnd(2, '0').slice(0, 2)))
}

/** `2026-11-21 18:00:00 -0500`. */
function stamp(day: string, time: string, zone: string): string {
  const at = instantOf(day, time, zone)
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace(/^GMT/, '')
    .replace(':', '')
  const local = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return `${local} ${offset || '+0000'}`
}

const isCurrency = (code: string) => /^[A-Za-z]{3}$/.test(code)

/* ---------------------------------------------------------------- Wix */

const WixAddress = z.object({
  country: text,
  subdivision: text,
  city: text,
  postalCode: text,
  addressLine: text,
  addressLine1: text,
  addressLine2: text,
  streetAddress: z.object({ number: text, name: text, apt: text }).nullish().catch(null),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullish().catch(null),
})
const WixQuestion = z.object({
  request: z.object({
    lineItems: z
      .array(
        z.object({
          quantity: z.number().min(0).catch(1),
          price: z.union([z.string(), z.number()]).transform(String).catch('0'),
          physicalProperties: z
            .object({ weight: z.number().min(0).catch(0), shippable: z.boolean().catch(true) })
            .nullish()
            .catch(null),
        }),
      )
      .max(1000)
      .catch([]),
    shippingDestination: WixAddress,
    weightUnit: z.enum(['KG', 'LB']).catch('KG'),
  }),
  metadata: z.object({
    instanceId: z.uuid(),
    currency: z.string(),
    languages: z.array(z.string()).catch([]),
  }),
})

const gramsOf = { KG: 1000, LB: 453.592_37 }

/** The site and the cart of a question that Wix signed; undefined if it is none. */
export function readWixCart(data: unknown): { instanceId: string; question: RateQuestion } | undefined {
  const read = WixQuestion.safeParse(data)
  if (!read.success) return undefined
  const { request, metadata } = read.data
  const { shippingDestination: to, lineItems, weightUnit } = request
  const street = [to.streetAddress?.number, to.streetAddress?.name, to.streetAddress?.apt].filter(Boolean).join(' ')
  const address = RateAddress.safeParse({
    line1: to.addressLine1 ?? to.addressLine ?? (street || null),
    line2: to.addressLine2,
    city: to.city,
    region: regionIn(to.subdivision),
    postcode: to.postalCode?.slice(0, 20) ?? null,
    country: to.country ?? '',
  })
  if (!address.success || !isCurrency(metadata.currency)) return undefined
  const grams = lineItems.reduce((all, { quantity, physicalProperties: of }) => all + quantity * (of?.weight ?? 0), 0)
  const total = lineItems.reduce((all, { quantity, price }) => all + quantity * (Number(price) || 0), 0)
  const question = {
    address: address.data,
    location: to.location ? { lat: to.location.latitude, lng: to.location.longitude } : null,
    method: null,
    currency: metadata.currency.toUpperCase(),
    total: Math.min(total, 1e12).toFixed(3),
    weight_grams: Math.min(1e8, Math.round(grams * gramsOf[weightUnit])),
    tags: [],
    locale: metadata.languages[0] ?? null,
  }
  return { instanceId: metadata.instanceId, question }
}

/** What Wix's checkout understands. */
export function asWixRates(rates: readonly Rate[], zone: string) {
  return rates.map(({ code, title, price, currency, starts_at, ends_at }) => ({
    code,
    title,
    logistics: {
      deliveryTime: title,
      ...(starts_at && ends_at && { deliveryTimeSlot: { from: starts_at, to: ends_at, timeZone: zone } }),
    },
    cost: { price, currency, additionalCharges: [] },
  }))
}

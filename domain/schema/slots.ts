import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { Skills } from './delivery.ts'
import { Phone } from './phone.ts'
import { MinorUnits } from './order.ts'
import { Version } from './version.ts'

/** The most windows that one day has. */
export const mostWindowsADay = 24
/** The farthest ahead that slots are offered. */
export const mostDaysAhead = 31

const Weekdays = z
  .array(z.int().min(1).max(7))
  .min(1, 'Choose at least one day of the week.')
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))

/** A window that is offered on some days of the week. */
export const SlotWindow = z
  .strictObject({
    weekdays: Weekdays.describe('1 for Monday to 7 for Sunday'),
    start: DayTime,
    end: DayTime,
    capacity: z
      .int('Enter a whole number.')
      .min(1, 'At least 1, or empty for as many as the routes have room for.')
      .max(10_000, 'At most 10,000.')
      .nullable()
      .default(null)
      .describe('How many are sold on a day at most; null for as many as the routes have room for'),
  })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'The window ends before it starts.' })
  .meta({ id: 'SlotWindow' })
export type SlotWindow = z.output<typeof SlotWindow>

const Windows = z.array(SlotWindow).superRefine((windows, context) => {
  const issue = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  for (let weekday = 1; weekday <= 7; weekday++) {
    const own = windows.filter(({ weekdays }) => weekdays.includes(weekday))
    if (own.length > mostWindowsADay) issue([], `At most ${mostWindowsADay} windows a day.`)
    const times = own.map(({ start, end }) => `${start} ${end}`)
    const twice = windows.findIndex(
      (each) => own.includes(each) && times.indexOf(`${each.start} ${each.end}`) !== own.indexOf(each),
    )
    if (twice >= 0) {
      issue([twice, 'start'], 'Another window of the same day of the week has these times.')
      return
    }
  }
})

/** What a slot costs the buyer, from what it costs to drive there. Money is in the smallest unit of the currency. */
export const SlotPrice = z
  .strictObject({
    base: MinorUnits.describe('What every slot costs'),
    cost_percent: z
      .int('Enter a whole number.')
      .min(0, 'At least 0 %.')
      .max(500, 'At most 500 %.')
      .describe('How much of what driving there costs is added, if vehicles have costs'),
    most: MinorUnits.nullable().describe('No slot costs more; null for no limit'),
    round_to: MinorUnits.refine((value) => value >= 1, 'At least 1.').describe(
      'Prices are rounded up to a multiple of it',
    ),
    near_discount: MinorUnits.describe('What is taken off if the van is in the street then anyway'),
  })
  .meta({ id: 'SlotPrice' })
export type SlotPrice = z.infer<typeof SlotPrice>

const minutes = (least: number, most: number) =>
  z
    .int('Enter a whole number of minutes.')
    .min(least, `At least ${least} minutes.`)
    .max(most, `At most ${most} minutes.`)

/** The address of the order page: lowercase letters, digits and hyphens. */
export const OrderPageName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/, 'Use 3 to 40 letters, digits and hyphens, such as fresh-market.')

const site = /^(?:(https?):\/\/)?((?:[a-z0-9-]+\.)+[a-z0-9-]+|localhost)(:\d{1,5})?(?:\/.*)?$/

/** A site as browsers name it: with `https://` unless it says `http://`, without a path, and without the usual port. */
const ShopOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .regex(site, 'Enter the address of a shop, such as https://shop.example.')
  .transform((entered) => {
    const [, scheme = 'https', host = '', port = ''] = site.exec(entered) ?? []
    const isUsual = port === (scheme === 'https' ? ':443' : ':80')
    return `${scheme}://${host}${isUsual ? '' : port}`
  })

const settings = {
  is_on: z.boolean().describe('Whether slots are offered at all'),
  windows: Windows,
  days_ahead: z.int().min(1, 'At least 1 day.').max(mostDaysAhead, `At most ${mostDaysAhead} days.`),
  cut_off_minutes: minutes(0, 7 * 1440).describe('How long before its start a window is offered no more'),
  territory_ids: z
    .array(z.uuid().toLowerCase())
    .max(200)
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .describe('Zones in which slots are offered; null for everywhere within service_km'),
  service_km: z.int().min(1, 'At least 1 km.').max(100, 'At most 100 km.').describe('How far from the nearest depot'),
  blackout_days: z
    .array(Day)
    .max(366, 'At most 366 days.')
    .transform((days) => [...new Set(days)].toSorted())
    .describe('Days without slots, besides the holidays of the calendar'),
  price: SlotPrice,
  hold_minutes: minutes(1, 60).describe('How long a slot is held for a buyer'),
  near_meters: z
    .int()
    .min(0)
    .max(5000, 'At most 5,000 m.')
    .describe('How near other stops count as in the same street'),
  order_page: z.boolean().describe('Whether anybody may book on the order page'),
  order_page_name: OrderPageName.nullable().describe('The last part of the address of the order page'),
  shop_origins: z
    .array(ShopOrigin)
    .max(20, 'At most 20 shops.')
    .transform((origins) => [...new Set(origins)].toSorted())
    .describe('Sites whose pages may show the slots, such as `https://shop.example`'),
}

/** Which slots a workspace offers. */
export const SlotSettings = z
  .object({
    ...settings,
    windows: z.array(SlotWindow),
    territory_ids: z.array(z.uuid()).nullable(),
    blackout_days: z.array(Day),
    shop_origins: z.array(z.string()),
    order_page_url: z.string().nullable().describe('Where customers book; null while the page is off'),
    version: Version,
  })
  .meta({ id: 'SlotSettings' })
export type SlotSettings = z.infer<typeof SlotSettings>

export const SlotSettingsPatch = z.strictObject(settings).partial().meta({ id: 'SlotSettingsPatch' })
export type SlotSettingsPatch = z.output<typeof SlotSettingsPatch>

const amount = (most: number) => z.number().min(0, 'The amount cannot be negative.').max(most)
const degrees = z.number().min(-90, 'At least -90 °C.').max(90, 'At most 90 °C.').nullable()

/** What is to be brought, and where. */
const order = {
  delivery_address: text(300).min(1).nullable().default(null),
  delivery_location: Location.nullable().default(null).describe('Found by the address unless given'),
  depot_id: z
    .uuid()
    .toLowerCase()
    .nullable()
    .default(null)
    .describe('Where it leaves from; the default depot if empty'),
  weight_kg: amount(100_000).default(0),
  volume_l: amount(1_000_000).default(0),
  units: z.int('Enter a whole number.').min(0, 'The number cannot be negative.').max(100_000).default(0),
  service_minutes: z.number().min(0).max(480).nullable().default(null).describe("The workspace's setting by default"),
  skills: Skills.default([]),
  temperature_min_c: degrees.default(null),
  temperature_max_c: degrees.default(null),
  pickup_place_id: z
    .uuid()
    .toLowerCase()
    .nullable()
    .default(null)
    .describe('The kitchen or shop where it is picked up: only windows for which it has a pickup slot are offered'),
  preparation_minutes: z
    .int('Enter a whole number of minutes.')
    .min(0, 'Minutes cannot be negative.')
    .max(1440, 'At most 1,440 minutes.')
    .nullable()
    .default(null)
    .describe('As long as is usual there if empty'),
  delivery_id: z
    .uuid()
    .toLowerCase()
    .nullable()
    .default(null)
    .describe('A delivery that is to come in another window or on another day; the rest is then its own'),
}

type Asked = { delivery_address: string | null; delivery_location: unknown; delivery_id: string | null }
const isPlaced = ({ delivery_address, delivery_location, delivery_id }: Asked) =>
  Boolean(delivery_address ?? delivery_location ?? delivery_id)
const unplaced = { path: ['delivery_address'], message: 'Enter the delivery address.' }

/** Asks for the slots of an order. */
export const SlotQuestion = z
  .strictObject({
    ...order,
    first_day: Day.nullable().default(null).describe('Today if empty'),
    days: z
      .int()
      .min(1)
      .max(mostDaysAhead)
      .nullable()
      .default(null)
      .describe('As far ahead as the settings say if empty'),
  })
  .refine(isPlaced, unplaced)
  .meta({ id: 'SlotQuestion' })
export type SlotQuestion = z.output<typeof SlotQuestion>

/** When a slot is. */
const when = {
  day: Day,
  start: DayTime,
  end: DayTime,
  starts_at: Instant,
  ends_at: Instant,
}

/** A window that can be kept. */
export const Slot = z
  .object({
    ...when,
    price: MinorUnits.describe('What it costs the buyer, in the smallest unit of the currency'),
    added_cost: MinorUnits.nullable().describe('What driving there costs more; null if vehicles have no costs'),
    added_minutes: z.number().describe('How much longer is driven'),
    near_stops: z.int().describe('How many stops of the same route are near, in the same window'),
    left: z.int().nullable().describe('How many of its capacity are left; null without one'),
  })
  .meta({ id: 'Slot' })
export type Slot = z.infer<typeof Slot>

/**
 * Why a window is not offered. `cut_off`: it is too late for it. `full`: all of its capacity is sold. `no_driver`: nobody
 * works then who may take it. `no_room`: no route can keep it. `kitchen_full`: its pickup place has no slot left for it.
 * `kitchen_closed`: the place is closed then. `not_ready`: the order is ready too late for it.
 */
export const slotRefusals = [
  'cut_off',
  'full',
  'no_driver',
  'no_room',
  'kitchen_full',
  'kitchen_closed',
  'not_ready',
] as const

export const Slots = z
  .object({
    location: Location.describe('Where it would be brought'),
    currency: z.string(),
    data: z.array(Slot).describe('Those with the van in the street then come first, and then by time'),
    unavailable: z.array(z.object({ ...when, why: z.enum(slotRefusals) })),
  })
  .meta({ id: 'Slots' })
export type Slots = z.infer<typeof Slots>
export type SlotRefusal = (typeof slotRefusals)[number]

/** Holds a slot for a buyer. */
export const NewSlotHold = z
  .strictObject({ ...order, day: Day, start: DayTime, end: DayTime })
  .refine(isPlaced, unplaced)
  .meta({ id: 'NewSlotHold' })
export type NewSlotHold = z.output<typeof NewSlotHold>

/** A slot that nobody else can have until it is confirmed or its time is over. */
export const SlotHold = z
  .object({
    id: z.uuid().describe('The delivery has the same, if confirming makes a new one'),
    ...when,
    price: MinorUnits,
    state: z.enum(['held', 'confirmed', 'released']),
    expires_at: Instant,
    delivery_id: z.uuid().nullable().describe('The delivery that moves, or that was made'),
    created_at: Instant,
    version: Version,
  })
  .meta({ id: 'SlotHold' })
export type SlotHold = z.infer<typeof SlotHold>

export const SlotHoldPage = page(SlotHold).meta({ id: 'SlotHoldPage' })

/** Who gets what a held slot brings. Of a delivery that moves, nothing is said. */
export const SlotConfirmation = z
  .strictObject({
    reference: text(100).min(1).nullable().default(null),
    recipient_name: text(200).nullable().default(null),
    recipient_phone: Phone.nullable().default(null),
    recipient_email: z.email('Enter an email address like name@example.com.').max(254).nullable().default(null),
    notes: text(2000).nullable().default(null),
  })
  .meta({ id: 'SlotConfirmation' })
export type SlotConfirmation = z.output<typeof SlotConfirmation>

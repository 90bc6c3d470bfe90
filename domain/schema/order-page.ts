import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { messageLanguages } from '../messages/languages.ts'
import { Location } from '../geo.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { Phone } from './phone.ts'
import { MinorUnits } from './order.ts'
import { OrderPageName } from './slots.ts'

export const orderPageParams = z.strictObject({ name: OrderPageName })

/** What anybody sees of a workspace that takes orders. */
export const OrderPage = z
  .object({
    name: z.string().describe('The name of the workspace'),
    language: z.enum(messageLanguages),
    currency: z.string(),
    time_zone: z.string(),
    accent: z.string().nullable(),
    contact: z.string().nullable(),
    has_logo: z.boolean(),
    hold_minutes: z.int(),
    takes_orders: z.boolean().describe('Whether customers book here; otherwise it only shows slots in pages of shops'),
    center: Location.describe('Where a map begins, to about a kilometer'),
  })
  .meta({ id: 'OrderPage' })
export type OrderPage = z.infer<typeof OrderPage>

const order = {
  delivery_address: text(300).min(5, 'Enter the delivery address.'),
  delivery_location: Location.nullable()
    .default(null)
    .describe('Where the customer is; found by the address unless given'),
  weight_kg: z.number().min(0, 'Weight cannot be negative.').max(1000, 'At most 1,000 kg.').default(0),
}

/** Asks for the slots at an address. */
export const OrderQuestion = z.strictObject(order).meta({ id: 'OrderQuestion' })
export type OrderQuestion = z.output<typeof OrderQuestion>

/** A window as a customer sees it: what it costs, and not what it costs us. */
export const OrderSlot = z
  .object({
    day: Day,
    start: DayTime,
    end: DayTime,
    starts_at: Instant,
    ends_at: Instant,
    price: MinorUnits,
    is_near: z.boolean().describe('Whether the van is in the street then anyway'),
  })
  .meta({ id: 'OrderSlot' })
export type OrderSlot = z.infer<typeof OrderSlot>

export const OrderSlots = z.object({ location: Location, data: z.array(OrderSlot) }).meta({ id: 'OrderSlots' })
export type OrderSlots = z.infer<typeof OrderSlots>

/** Holds a slot for a customer, whose browser has solved a puzzle for it. */
export const NewOrderHold = z
  .strictObject({
    ...order,
    day: Day,
    start: DayTime,
    end: DayTime,
    challenge: z.string().max(300),
    answer: z.string().max(40),
  })
  .meta({ id: 'NewOrderHold' })
export type NewOrderHold = z.output<typeof NewOrderHold>

export const OrderHold = OrderSlot.omit({ is_near: true })
  .extend({ id: z.uuid(), expires_at: Instant })
  .meta({ id: 'OrderHold' })
export type OrderHold = z.infer<typeof OrderHold>

/** Who gets it. */
export const OrderContact = z
  .strictObject({
    recipient_name: text(200).min(1, 'Enter your name.'),
    recipient_phone: Phone,
    recipient_email: z.email('Enter an email address like name@example.com.').max(254).nullable().default(null),
    notes: text(1000).nullable().default(null),
  })
  .meta({ id: 'OrderContact' })
export type OrderContact = z.output<typeof OrderContact>

/** What was booked. */
export const PlacedOrder = z
  .object({ number: z.int(), day: Day, start: DayTime, end: DayTime, tracking_url: z.string() })
  .meta({ id: 'PlacedOrder' })
export type PlacedOrder = z.infer<typeof PlacedOrder>

import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { MinorUnits } from './order.ts'
import { Version } from './version.ts'

const percent = (most: number) =>
  z.number().min(0, 'A percentage cannot be negative.').max(most, `At most ${most} percent.`)

/** A calendar month in the workspace's time zone. */
export const Month = z
  .string()
  .regex(/^(?:19|[2-9]\d)\d\d-(?:0[1-9]|1[0-2])$/, 'Enter a month like 2026-03.')
  .meta({ id: 'Month', example: '2026-03' })

/** The price of what is in a zone, as heavy and as far. The first line that fits counts. */
export const RatePrice = z
  .strictObject({
    territory_id: z.uuid().toLowerCase().nullable().default(null).describe('Null for anywhere'),
    up_to_kg: z
      .number()
      .positive('More than 0 kg.')
      .max(100_000)
      .nullable()
      .default(null)
      .describe('Null for any weight'),
    up_to_km: z
      .number()
      .positive('More than 0 km.')
      .max(20_000)
      .nullable()
      .default(null)
      .describe('In a straight line from where it is picked up; null for any distance'),
    amount: MinorUnits,
  })
  .meta({ id: 'RatePrice' })
export type RatePrice = z.output<typeof RatePrice>

/** What a delivery costs more whose ordered window begins in these hours. */
export const RateHours = z
  .strictObject({ from: DayTime, until: DayTime, amount: MinorUnits })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'The end must be after the start.' })
  .meta({ id: 'RateHours' })
export type RateHours = z.output<typeof RateHours>

const prices = z
  .array(RatePrice)
  .min(1, 'Add a price.')
  .max(200, 'At most 200 prices.')
  .refine((all) => {
    const last = all.at(-1)
    return !last || (last.territory_id === null && last.up_to_kg === null && last.up_to_km === null)
  }, 'The last price must be for anywhere, any weight and any distance, so that every delivery has one.')

const fields = {
  valid_from: Day,
  valid_until: Day.nullable().describe('The last day; null without an end'),
  prices,
  cash_fee: MinorUnits.describe('For taking cash'),
  cash_percent: percent(100).describe('Of the cash to take'),
  again_fee: MinorUnits.describe('For each attempt after the first, in place of the price'),
  hours: z.array(RateHours).max(10, 'At most 10 periods.'),
  minimum: MinorUnits.describe('A first attempt costs at least this, before fuel'),
  fuel_percent: percent(100).describe('On top of everything else'),
  tax_percent: percent(100).describe('On invoices'),
}

const inOrder = ({
  valid_from,
  valid_until,
}: {
  valid_from?: string | undefined
  valid_until?: string | null | undefined
}) => !valid_from || !valid_until || valid_from <= valid_until
const order = { path: ['valid_until'], message: 'The last day is before the first.' }

/** What a client pays for deliveries in a period. */
export const RateCard = z
  .object({
    id: z.uuid(),
    client_id: z.uuid(),
    currency: z.string().describe('The workspace’s when the card was added. It stays'),
    ...fields,
    is_used: z.boolean().describe('Deliveries were charged by it: only its last day can be changed'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'RateCard' })
export type RateCard = z.infer<typeof RateCard>

export const NewRateCard = z
  .strictObject({
    valid_from: fields.valid_from,
    valid_until: fields.valid_until.default(null),
    prices,
    cash_fee: fields.cash_fee.default(0),
    cash_percent: fields.cash_percent.default(0),
    again_fee: fields.again_fee.default(0),
    hours: fields.hours.default([]),
    minimum: fields.minimum.default(0),
    fuel_percent: fields.fuel_percent.default(0),
    tax_percent: fields.tax_percent.default(0),
  })
  .refine(inOrder, order)
  .meta({ id: 'NewRateCard' })
export type NewRateCard = z.output<typeof NewRateCard>

export const RateCardChange = z.strictObject(fields).partial().refine(inOrder, order).meta({ id: 'RateCardChange' })
export type RateCardChange = z.output<typeof RateCardChange>

/** A line of a charge: what it is for, in words. */
export const ChargeLine = z
  .object({
    kind: z.enum(['base', 'again', 'cash', 'hours', 'minimum', 'fuel', 'other']),
    text: z.string(),
    amount: z.int(),
  })
  .meta({ id: 'ChargeLine' })
export type ChargeLine = z.infer<typeof ChargeLine>

/** What an attempt at a delivery costs its client, as it was when it ended, or something that somebody added. */
export const ClientCharge = z
  .object({
    id: z.uuid(),
    delivery_id: z.uuid().nullable(),
    number: z.int().nullable().describe('Of the delivery; null if somebody added it'),
    reference: z.string().nullable(),
    attempt: z.int().describe('Counted from 1'),
    outcome: z.enum(['delivered', 'failed']).nullable().describe('Null if somebody added it'),
    day: Day.describe('When it ended'),
    state: z
      .enum(['waiting', 'priced', 'no_rates'])
      .describe('waiting for seconds; no_rates if no rate card is valid on the day'),
    currency: z.string().nullable(),
    amount: z.int().nullable().describe('Without tax'),
    tax_percent: z.number().nullable(),
    lines: z.array(ChargeLine),
    invoice_id: z.uuid().nullable(),
    credit_id: z.uuid().nullable().describe('The credit note that takes it back'),
  })
  .meta({ id: 'ClientCharge' })
export type ClientCharge = z.infer<typeof ClientCharge>
export const ClientChargePage = page(ClientCharge).meta({ id: 'ClientChargePage' })

const totals = {
  currency: z.string(),
  charges: z.int().describe('How many'),
  net: z.int(),
  taxes: z.array(z.object({ percent: z.number(), net: z.int(), tax: z.int() })),
  total: z.int(),
}

/** Something else that a client pays, such as storage, or what corrects an earlier price. */
export const NewClientCharge = z
  .strictObject({
    day: Day,
    text: text(200).min(1, 'Say what it is for.'),
    amount: z
      .int('Enter a whole amount, such as cents.')
      .min(-1e12)
      .max(1e12)
      .refine((amount) => amount !== 0, 'Enter an amount other than 0.')
      .describe('In minor units of the workspace’s currency, without tax; negative if the client pays less'),
    tax_percent: percent(100).default(0),
  })
  .meta({ id: 'NewClientCharge' })
export type NewClientCharge = z.output<typeof NewClientCharge>

/** What an invoice would say that is made now. */
export const InvoicePreview = z
  .object({
    month: Month,
    invoices: z.array(z.object(totals)).describe('One for each currency'),
    without_rates: z.int().describe('Deliveries until the month’s end that no rate card is valid for'),
    waiting: z.int().describe('What ended seconds ago and has no price yet. An invoice includes it'),
    open: z.int().describe('Charged deliveries that are not ended any more, such as after a correction. They wait'),
  })
  .meta({ id: 'InvoicePreview' })
export type InvoicePreview = z.infer<typeof InvoicePreview>

/** An invoice or a credit note. Neither ever changes. Amounts of credit notes are negative. */
export const ClientInvoice = z
  .object({
    id: z.uuid(),
    client_id: z.uuid(),
    client_name: z.string().describe('When it was made'),
    client_reference: z.string().nullable(),
    number: z.int().describe('Invoices and credit notes of a workspace are numbered together'),
    kind: z.enum(['invoice', 'credit_note']),
    month: Month,
    ...totals,
    credits_id: z.uuid().nullable().describe('The invoice that a credit note corrects'),
    reason: z.string().nullable().describe('Why it is corrected'),
    made_at: Instant,
    made_by: z.string(),
  })
  .meta({ id: 'ClientInvoice' })
export type ClientInvoice = z.infer<typeof ClientInvoice>
export const ClientInvoicePage = page(ClientInvoice).meta({ id: 'ClientInvoicePage' })

export const NewInvoices = z.strictObject({ month: Month }).meta({ id: 'NewInvoices' })

export const NewCreditNote = z
  .strictObject({
    charge_ids: z
      .array(z.uuid().toLowerCase())
      .min(1, 'Choose a charge.')
      .max(5000)
      .nullable()
      .default(null)
      .describe('What it takes back; all that is left of the invoice if null'),
    reason: text(300).min(1, 'Say why.'),
  })
  .meta({ id: 'NewCreditNote' })
export type NewCreditNote = z.output<typeof NewCreditNote>

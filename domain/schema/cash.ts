import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { MinorUnits } from './order.ts'
import { Version } from './version.ts'

/** What changes how much cash a driver has. */
export const cashKinds = ['taken', 'taken_back', 'handed_in', 'correction'] as const

const reason = text(300).min(1, 'Say why.')

/** A line of a driver's ledger. Lines are added and never changed. */
export const CashEntry = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid(),
    depot_id: z.uuid().nullable().describe('Of the driver'),
    kind: z.enum(cashKinds),
    amount: z.int().describe('In minor units; negative where the driver has less afterwards'),
    due: z.int().nullable().describe('What was to be taken'),
    delivery_id: z.uuid().nullable(),
    hand_in_id: z.uuid().nullable(),
    reason: z.string().nullable(),
    author_name: z.string(),
    happened_at: Instant,
  })
  .meta({ id: 'CashEntry' })
export type CashEntry = z.infer<typeof CashEntry>

/** What a driver brings to the depot, until somebody there has counted it. */
export const CashHandIn = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid(),
    driver_name: z.string(),
    depot_id: z.uuid().nullable(),
    state: z.enum(['waiting', 'confirmed']),
    started_by: z.enum(['driver', 'depot']).describe('Who began it: the driver on the phone, or somebody at the depot'),
    amount: MinorUnits.describe('As whoever began it says'),
    note: z.string().nullable().describe('What whoever began it wrote'),
    counted: MinorUnits.nullable().describe('As whoever took it says. This is what counts'),
    reason: z.string().nullable().describe('Why they differ'),
    handed_in_at: Instant,
    confirmed_at: Instant.nullable(),
    confirmed_by: z.string().nullable(),
    driver_amount: MinorUnits.nullable().describe(
      'What the driver says of one that was begun at the depot; null until then',
    ),
    driver_said_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'CashHandIn' })
export type CashHandIn = z.infer<typeof CashHandIn>

export const CountedCash = z
  .strictObject({ counted: MinorUnits, reason: reason.nullable().default(null) })
  .meta({ id: 'CountedCash' })
export type CountedCash = z.output<typeof CountedCash>

/** Cash that is counted at the depot without the driver's phone. */
export const NewHandIn = z
  .strictObject({
    amount: MinorUnits.refine((amount) => amount > 0, 'Enter an amount.'),
    depot_id: z.uuid().nullable().default(null),
    note: reason.nullable().default(null).describe('Such as why the driver’s phone is not there'),
  })
  .meta({ id: 'NewHandIn' })
export type NewHandIn = z.output<typeof NewHandIn>

export const CashCorrection = z
  .strictObject({
    amount: z
      .int('Enter a whole amount, such as cents.')
      .min(-1e12)
      .max(1e12)
      .refine((amount) => amount !== 0, 'Enter an amount other than 0.')
      .describe('Negative if the driver has less than is written here'),
    reason,
  })
  .meta({ id: 'CashCorrection' })
export type CashCorrection = z.output<typeof CashCorrection>

/** What a driver took and handed in on a day, and has now. */
export const DriverCash = z.object({
  driver_id: z.uuid(),
  driver_name: z.string(),
  taken: z.int().describe('On the day, less what was taken back'),
  handed_in: z.int().describe('On the day, as counted'),
  corrected: z.int().describe('On the day'),
  balance: z.int().describe('What the driver has now, of all days'),
})
export type DriverCash = z.infer<typeof DriverCash>

export const CashDay = z
  .object({
    day: Day,
    currency: z.string(),
    drivers: z.array(DriverCash).describe('Who took or handed in something on the day, or still has something'),
    hand_ins: z.array(CashHandIn).describe('All that wait, and those that were confirmed on the day'),
  })
  .meta({ id: 'CashDay' })
export type CashDay = z.infer<typeof CashDay>

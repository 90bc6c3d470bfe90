import { z } from 'zod'
import { CashCorrection, CashDay, CashEntry, CashHandIn, cashKinds, CountedCash, NewHandIn } from '../schema/cash.ts'
import { Day } from '../time.ts'
import { endpoint, idParams, page, pageQuery } from './endpoint.ts'

const tag = 'Cash on delivery'

export const getCashDay = endpoint({
  id: 'getCashDay',
  method: 'GET',
  path: '/v1/cash',
  may: 'see_operations',
  tag,
  summary: 'What drivers took and handed in on a day, what they still have, and what waits to be counted',
  query: z.strictObject({ day: Day.optional().describe('Today, if absent') }),
  reply: CashDay,
})

export const listCashEntries = endpoint({
  id: 'listCashEntries',
  method: 'GET',
  path: '/v1/cash/entries',
  may: 'see_operations',
  tag,
  summary: 'Everything that was taken, handed in and corrected, the newest first',
  query: z.strictObject({
    ...pageQuery,
    driver_id: z.uuid().optional(),
    kind: z.enum(cashKinds).optional(),
    from: Day.optional(),
    to: Day.optional().describe('Including this day, in the workspace’s zone'),
  }),
  reply: page(CashEntry),
})

export const getDriverCash = endpoint({
  id: 'getDriverCash',
  method: 'GET',
  path: '/v1/drivers/:id/cash',
  may: 'see_operations',
  tag,
  summary: 'What a driver has, and the newest 200 lines that say why',
  params: idParams,
  reply: z.object({
    currency: z.string(),
    balance: z.int(),
    entries: z.array(CashEntry),
    hand_ins: z.array(CashHandIn).describe('Those that wait'),
  }),
})

export const getDeliveryCash = endpoint({
  id: 'getDeliveryCash',
  method: 'GET',
  path: '/v1/deliveries/:id/cash',
  may: 'see_operations',
  tag,
  summary: 'What was to be taken at a delivery, and what was',
  params: idParams,
  reply: z.object({ currency: z.string(), due: z.int().nullable(), taken: z.int(), entries: z.array(CashEntry) }),
})

export const confirmHandIn = endpoint({
  id: 'confirmHandIn',
  method: 'POST',
  path: '/v1/cash/hand-ins/:id/confirm',
  may: 'change_deliveries',
  tag,
  summary: 'Say how much was counted. A difference needs a reason, and stays with the driver until it is corrected',
  params: idParams,
  body: CountedCash,
  reply: CashHandIn,
  idempotent: true,
})

export const takeHandIn = endpoint({
  id: 'takeHandIn',
  method: 'POST',
  path: '/v1/drivers/:id/cash/hand-ins',
  may: 'change_deliveries',
  tag,
  summary:
    'Take cash from a driver whose phone is not there. It counts at once, and the driver is asked to confirm it on the phone',
  params: idParams,
  body: NewHandIn,
  reply: CashHandIn,
  status: 201,
  idempotent: true,
})

export const correctCash = endpoint({
  id: 'correctCash',
  method: 'POST',
  path: '/v1/drivers/:id/cash/corrections',
  may: 'change_deliveries',
  tag,
  summary: 'Correct what a driver has, with a reason',
  params: idParams,
  body: CashCorrection,
  reply: CashEntry,
  status: 201,
  idempotent: true,
})

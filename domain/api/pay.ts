import { z } from 'zod'
import { NewPayRule, PayRule, PaySheet, WorkSheet } from '../schema/pay.ts'
import { Day } from '../time.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Pay'

/** The most days of a pay sheet. */
export const mostPayDays = 93

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

const period = z
  .strictObject({ from: Day, to: Day.describe(`At most ${mostPayDays} days`) })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first.' })
  .refine(({ from, to }) => daysBetween(from, to) <= mostPayDays, {
    path: ['to'],
    message: `Choose at most ${mostPayDays} days.`,
  })

export const listPayRules = endpoint({
  id: 'listPayRules',
  method: 'GET',
  path: '/v1/pay-rules',
  may: 'manage_workspace',
  tag,
  summary: 'What drivers earn, the newest rule first',
  reply: z.object({ data: z.array(PayRule) }),
})

export const createPayRule = endpoint({
  id: 'createPayRule',
  method: 'POST',
  path: '/v1/pay-rules',
  may: 'manage_workspace',
  tag,
  summary: 'Say what all drivers, or one, earn from a day on',
  body: NewPayRule,
  reply: PayRule,
  status: 201,
  idempotent: true,
})

export const deletePayRule = endpoint({
  id: 'deletePayRule',
  method: 'DELETE',
  path: '/v1/pay-rules/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Delete a rule. The one before it counts again',
  params: idParams,
})

export const listPaySheets = endpoint({
  id: 'listPaySheets',
  method: 'GET',
  path: '/v1/pay-sheets',
  may: 'manage_workspace',
  tag,
  summary: 'Hours, breaks, stops, kilometers and pay of every driver who worked in a period, by name',
  query: period,
  reply: z.object({ data: z.array(PaySheet) }),
})

export const exportPaySheets = endpoint({
  id: 'exportPaySheets',
  method: 'GET',
  path: '/v1/pay-sheets.csv',
  may: 'manage_workspace',
  tag,
  summary: 'The same as CSV, a line for each driver and day. No spreadsheet runs a cell as a formula',
  query: period,
  reply: z.string(),
  media: 'text/csv',
})

export const listWorkSheets = endpoint({
  id: 'listWorkSheets',
  method: 'GET',
  path: '/v1/work-sheets',
  may: 'see_operations',
  tag,
  summary: 'The same without pay, for whoever may not see what drivers earn',
  query: period,
  reply: z.object({ data: z.array(WorkSheet) }),
})

export const getOwnWork = endpoint({
  id: 'getOwnWork',
  method: 'GET',
  path: '/v1/driver/work',
  may: 'work_own_route',
  tag,
  summary: 'The driver’s own hours, breaks, stops, kilometers and pay in a period',
  query: period,
  reply: z.object({ sheet: PaySheet.nullable().describe('Null if the driver did not work') }),
})

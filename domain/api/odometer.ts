import { z } from 'zod'
import { NewReading, Odometer, OdometerReading, readingStates, SettledReading } from '../schema/odometer.ts'
import { endpoint, idParams, page, pageQuery } from './endpoint.ts'

const tag = 'Fleet'

export const getOdometer = endpoint({
  id: 'getOdometer',
  method: 'GET',
  path: '/v1/vehicles/:id/odometer',
  may: 'see_operations',
  tag,
  summary: 'What a vehicle’s odometer shows by now: its last reading, and what positions add',
  params: idParams,
  reply: Odometer,
})

export const listOdometerReadings = endpoint({
  id: 'listOdometerReadings',
  method: 'GET',
  path: '/v1/vehicles/:id/odometer-readings',
  may: 'see_operations',
  tag,
  summary: 'All readings of a vehicle’s odometer, the newest first',
  params: idParams,
  query: z.strictObject({ ...pageQuery, state: z.enum(readingStates).optional() }),
  reply: page(OdometerReading),
})

export const readOdometer = endpoint({
  id: 'readOdometer',
  method: 'POST',
  path: '/v1/vehicles/:id/odometer-readings',
  may: 'change_fleet',
  tag,
  summary: 'Add a reading of the odometer. One that does not fit is refused, unless it has a reason',
  params: idParams,
  body: NewReading,
  reply: OdometerReading,
  status: 201,
  idempotent: true,
})

export const settleReading = endpoint({
  id: 'settleReading',
  method: 'POST',
  path: '/v1/odometer-readings/:id/settle',
  may: 'change_fleet',
  tag,
  summary: 'Count a reading, or drop one that is wrong, with a reason',
  params: idParams,
  body: SettledReading,
  reply: OdometerReading,
})

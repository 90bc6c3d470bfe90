import { z } from 'zod'
import {
  CompartmentNow,
  DeliveryTemperatures,
  NewReadings,
  Reading,
  ReadingsTaken,
  TemperatureExcursion,
  TemperatureExcursionPage,
} from '../schema/temperature.ts'
import { Instant } from '../time.ts'
import { endpoint, idParams, pageQuery, text } from './endpoint.ts'

const tag = 'Cold chain'

export const recordTemperatures = endpoint({
  id: 'recordTemperatures',
  method: 'POST',
  path: '/v1/temperature-readings',
  may: 'record_temperatures',
  tag,
  summary: 'Send what sensors, loggers or people read, in any order. What is already there is ignored',
  body: NewReadings,
  reply: ReadingsTaken,
  status: 200,
})

export const listTemperatures = endpoint({
  id: 'listTemperatures',
  method: 'GET',
  path: '/v1/temperature-readings',
  may: 'see_operations',
  tag,
  summary: 'What a compartment was at, for at most 31 days; of many readings, the extremes of each stretch of time',
  query: z.strictObject({
    vehicle_id: z.uuid(),
    compartment: text(40).default(''),
    from: Instant,
    to: Instant,
  }),
  reply: z.object({ data: z.array(Reading) }),
})

export const getColdChain = endpoint({
  id: 'getColdChain',
  method: 'GET',
  path: '/v1/cold-chain',
  may: 'see_operations',
  tag,
  summary: 'What every compartment of the fleet is at now',
  reply: z.object({ data: z.array(CompartmentNow) }),
})

export const listExcursions = endpoint({
  id: 'listExcursions',
  method: 'GET',
  path: '/v1/temperature-excursions',
  may: 'see_operations',
  tag,
  summary: 'Times out of range that people were told of, the newest first',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(['open', 'ended', 'unacknowledged', 'all']).default('all'),
    vehicle_id: z.uuid().optional(),
  }),
  reply: TemperatureExcursionPage,
})

export const acknowledgeExcursion = endpoint({
  id: 'acknowledgeExcursion',
  method: 'POST',
  path: '/v1/temperature-excursions/:id/acknowledged',
  may: 'change_deliveries',
  tag,
  summary: 'Say that somebody deals with an excursion, and how. Nobody else on the list is told then',
  params: idParams,
  body: z.strictObject({ note: text(1000).min(1, 'Say what is done about it.') }),
  reply: TemperatureExcursion,
  status: 200,
  addsNothing: () => true,
})

export const getDeliveryTemperatures = endpoint({
  id: 'getDeliveryTemperatures',
  method: 'GET',
  path: '/v1/deliveries/:id/temperatures',
  may: 'see_operations',
  tag,
  summary: 'What a delivery was kept at while it was on board',
  params: idParams,
  reply: DeliveryTemperatures,
})

import { z } from 'zod'
import { VehicleCostPage } from '../schema/fleet-cost.ts'
import { Day } from '../time.ts'
import { endpoint, pageQuery } from './endpoint.ts'

export const listVehicleCosts = endpoint({
  id: 'listVehicleCosts',
  method: 'GET',
  path: '/v1/vehicle-costs',
  may: 'see_operations',
  tag: 'Fleet',
  summary: 'What vehicles cost in a period of up to 3 years, by code, also those that are no longer active',
  query: z.strictObject({ ...pageQuery, from: Day, to: Day, vehicle_id: z.uuid().optional() }),
  reply: VehicleCostPage,
})

import { z } from 'zod'
import { Vehicle, VehicleChange, VehiclePage, NewVehicle } from '../schema/vehicle.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Vehicles'

export const listVehicles = endpoint({
  id: 'listVehicles',
  method: 'GET',
  path: '/v1/vehicles',
  may: 'see_operations',
  tag,
  summary: 'List vehicles by code',
  query: z.strictObject({
    q: z.string().max(200).optional(),
    active: z.enum(['true', 'false']).optional(),
    ...pageQuery,
  }),
  reply: VehiclePage,
})

export const getVehicle = endpoint({
  id: 'getVehicle',
  method: 'GET',
  path: '/v1/vehicles/:id',
  may: 'see_operations',
  tag,
  summary: 'One vehicle',
  params: idParams,
  reply: Vehicle,
})

export const createVehicle = endpoint({
  id: 'createVehicle',
  method: 'POST',
  path: '/v1/vehicles',
  may: 'change_operations',
  tag,
  summary: 'Create a vehicle',
  body: NewVehicle,
  reply: Vehicle,
  status: 201,
  idempotent: true,
})

export const changeVehicle = endpoint({
  id: 'changeVehicle',
  method: 'PATCH',
  path: '/v1/vehicles/:id',
  may: 'change_operations',
  tag,
  summary: 'Change a vehicle, or deactivate it',
  params: idParams,
  body: VehicleChange,
  reply: Vehicle,
})

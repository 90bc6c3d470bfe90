import { z } from 'zod'
import { Vehicle, VehicleChange, VehiclePage, NewVehicle, VehicleRow } from '../schema/vehicle.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'
import { importBatchSize, ImportPart, ImportReply, isAllOrNothing, isDryRun, rowsOf } from './import.ts'

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
  record: 'shown',
})

export const createVehicle = endpoint({
  id: 'createVehicle',
  method: 'POST',
  path: '/v1/vehicles',
  may: 'change_fleet',
  tag,
  summary: 'Create a vehicle',
  body: NewVehicle,
  reply: Vehicle,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeVehicle = endpoint({
  id: 'changeVehicle',
  method: 'PATCH',
  path: '/v1/vehicles/:id',
  may: 'change_fleet',
  tag,
  summary: 'Change a vehicle, or deactivate it',
  params: idParams,
  body: VehicleChange,
  reply: Vehicle,
  record: 'changed',
})

export const importVehicles = endpoint({
  id: 'importVehicles',
  method: 'POST',
  path: '/v1/vehicles/import',
  may: 'change_fleet',
  tag,
  summary: 'Create many vehicles at once; known ones (by code, otherwise by plate) are updated',
  body: z.strictObject({
    vehicles: rowsOf(VehicleRow, importBatchSize),
    import: ImportPart.optional(),
    all_or_nothing: isAllOrNothing,
    dry_run: isDryRun,
  }),
  reply: ImportReply,
  addsNothing: ({ dry_run }) => dry_run,
  idempotent: true,
})

import { z } from 'zod'
import { FleetStatePage } from '../schema/fleet-state.ts'
import {
  MaintenanceSchedule,
  MaintenanceScheduleChange,
  MaintenanceSchedulePage,
  NewMaintenanceSchedule,
} from '../schema/maintenance.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Fleet'

export const listFleetStates = endpoint({
  id: 'listFleetStates',
  method: 'GET',
  path: '/v1/fleet-states',
  may: 'see_operations',
  tag,
  summary: 'How each active vehicle is today, by code: its odometer, what is due, and why plans leave it out',
  query: z.strictObject({ ...pageQuery, vehicle_id: z.uuid().optional() }),
  reply: FleetStatePage,
})

export const listMaintenance = endpoint({
  id: 'listMaintenance',
  method: 'GET',
  path: '/v1/vehicles/:id/maintenance-schedules',
  may: 'see_operations',
  tag,
  summary: 'Maintenance of a vehicle that comes again, by name, with what is due',
  params: idParams,
  query: z.strictObject(pageQuery),
  reply: MaintenanceSchedulePage,
})

export const createMaintenance = endpoint({
  id: 'createMaintenance',
  method: 'POST',
  path: '/v1/vehicles/:id/maintenance-schedules',
  may: 'change_fleet',
  tag,
  summary: 'Have maintenance come again every so many kilometers, months, or both',
  params: idParams,
  body: NewMaintenanceSchedule,
  reply: MaintenanceSchedule,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeMaintenance = endpoint({
  id: 'changeMaintenance',
  method: 'PATCH',
  path: '/v1/maintenance-schedules/:id',
  may: 'change_fleet',
  tag,
  summary: 'Change when maintenance comes again, or when it was done last',
  params: idParams,
  body: MaintenanceScheduleChange,
  reply: MaintenanceSchedule,
  record: 'changed',
})

export const deleteMaintenance = endpoint({
  id: 'deleteMaintenance',
  method: 'DELETE',
  path: '/v1/maintenance-schedules/:id',
  may: 'change_fleet',
  tag,
  summary: 'End maintenance that comes again; its work orders stay',
  params: idParams,
  record: 'changed',
})

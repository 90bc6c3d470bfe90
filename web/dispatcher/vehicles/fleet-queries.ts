import { queryOptions } from '@tanstack/react-query'
import { listFuel } from '#domain/api/fuel.ts'
import { listFleetStates, listMaintenance } from '#domain/api/maintenance.ts'
import { getOdometer } from '#domain/api/odometer.ts'
import { getVehicle } from '#domain/api/vehicles.ts'
import { listWorkOrders } from '#domain/api/work-orders.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../every-page.ts'

const most = 200

export const vehicleQuery = (id: string) =>
  queryOptions({
    queryKey: keys.vehicles.one(id),
    queryFn: ({ signal }) => call(getVehicle, { params: { id }, signal }),
  })

/** How vehicles are today, by their ids. */
export const fleetStatesQuery = queryOptions({
  queryKey: keys.vehicles.states('all'),
  queryFn: async ({ signal }) => {
    const states = await everyPage((cursor) => call(listFleetStates, { query: { cursor, limit: most }, signal }))
    return new Map(states.map((state) => [state.vehicle_id, state]))
  },
})

export const fleetStateQuery = (id: string) =>
  queryOptions({
    queryKey: keys.vehicles.states(id),
    queryFn: async ({ signal }) => (await call(listFleetStates, { query: { vehicle_id: id }, signal })).data[0] ?? null,
  })

export const maintenanceQuery = (id: string) =>
  queryOptions({
    queryKey: keys.vehicles.maintenance(id),
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listMaintenance, { params: { id }, query: { cursor, limit: most }, signal })),
  })

/** The newest work orders of a vehicle. */
export const ordersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.vehicles.orders(id),
    queryFn: ({ signal }) => call(listWorkOrders, { query: { vehicle_id: id, limit: most }, signal }),
  })

export const odometerQuery = (id: string) =>
  queryOptions({
    queryKey: keys.vehicles.odometer(id),
    queryFn: ({ signal }) => call(getOdometer, { params: { id }, signal }),
  })

/** The newest entries of a vehicle. */
export const fuelQuery = (id: string) =>
  queryOptions({
    queryKey: keys.vehicles.fuel(id),
    queryFn: ({ signal }) => call(listFuel, { params: { id }, query: { limit: most }, signal }),
  })

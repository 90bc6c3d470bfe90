import { queryOptions } from '@tanstack/react-query'
import { listVehicleCosts } from '#domain/api/fleet-costs.ts'
import { listDocuments } from '#domain/api/fleet-documents.ts'
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

/** Whose documents they are. */
export type DocumentOwner =
  | { vehicle_id: string; driver_id?: undefined }
  | { driver_id: string; vehicle_id?: undefined }

export const documentsQuery = (owner: DocumentOwner) =>
  queryOptions({
    queryKey: keys.vehicles.documents(owner.vehicle_id ?? owner.driver_id),
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listDocuments, { query: { ...owner, cursor, limit: most }, signal })),
  })

/** What a vehicle cost from one day to another. */
export const costsQuery = (id: string, from: string, to: string) =>
  queryOptions({
    queryKey: keys.vehicles.costs(id, from, to),
    queryFn: async ({ signal }) =>
      (await call(listVehicleCosts, { query: { vehicle_id: id, from, to }, signal })).data[0] ?? null,
  })

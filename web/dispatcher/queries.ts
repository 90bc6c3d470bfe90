import { queryOptions } from '@tanstack/react-query'
import { listCustomFields } from '#domain/api/custom-fields.ts'
import { listClients } from '#domain/api/clients.ts'
import { countDeliveries, listDeliveries } from '#domain/api/deliveries.ts'
import { listDepots } from '#domain/api/depots.ts'
import { listDrivers } from '#domain/api/drivers.ts'
import { listPickupPlaces } from '#domain/api/pickup-places.ts'
import { getLearnedSpeeds, getPlanningSettings } from '#domain/api/planning-settings.ts'
import { getRoadSettings } from '#domain/api/road.ts'
import { getTrackingSettings } from '#domain/api/tracking.ts'
import { getShippingSettings } from '#domain/api/shipping.ts'
import { getSlotSettings } from '#domain/api/slots.ts'
import { listTerritories } from '#domain/api/territories.ts'
import { listWaves } from '#domain/api/waves.ts'
import { listVehicles } from '#domain/api/vehicles.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from './every-page.ts'

/** Which days have open deliveries. */
export const openDaysQuery = queryOptions({
  queryKey: keys.deliveries.openDays,
  queryFn: ({ signal }) => call(countDeliveries, { query: { open: 'true' }, signal }),
})

/** How many pending orders have no day. */
export const undatedCountQuery = queryOptions({
  queryKey: keys.deliveries.undated,
  queryFn: ({ signal }) => call(countDeliveries, { query: { day: 'none', status: 'pending' }, signal }),
})

/** How many deliveries of a day are pending, and how many have no position; of one depot only, if one is named. */
export const dayCountsQuery = (day: string, depot = '') =>
  queryOptions({
    queryKey: keys.deliveries.countsOfDay(day, depot),
    queryFn: ({ signal }) =>
      call(countDeliveries, { query: { date_from: day, date_to: day, ...(depot && { depot_id: depot }) }, signal }),
  })

/** The pending deliveries of a day, which a plan would include. */
export const pendingOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: keys.deliveries.pendingOf(day),
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        call(listDeliveries, {
          query: { status: 'pending', date_from: day, date_to: day, limit: 200, cursor },
          signal,
        }),
      ),
  })

/** What plans are made with. */
export const planningSettingsQuery = queryOptions({
  queryKey: keys.planningSettings,
  queryFn: ({ signal }) => call(getPlanningSettings, { signal }),
})

/** Speeds over the day that our own drives tell. */
export const learnedSpeedsQuery = queryOptions({
  queryKey: [...keys.planningSettings, 'learned-speeds'],
  queryFn: ({ signal }) => call(getLearnedSpeeds, { signal }),
})

/** What drivers are asked for. */
export const roadSettingsQuery = queryOptions({
  queryKey: keys.roadSettings,
  queryFn: ({ signal }) => call(getRoadSettings, { signal }),
})

/** What recipients see and may change. */
export const trackingSettingsQuery = queryOptions({
  queryKey: keys.trackingSettings,
  queryFn: ({ signal }) => call(getTrackingSettings, { signal }),
})

/** Which delivery slots are offered. */
export const slotSettingsQuery = queryOptions({
  queryKey: keys.slots.settings,
  queryFn: ({ signal }) => call(getSlotSettings, { signal }),
})

/** Which delivery times and prices checkouts show. */
export const shippingSettingsQuery = queryOptions({
  queryKey: keys.shippingSettings,
  queryFn: ({ signal }) => call(getShippingSettings, { signal }),
})

/** The zones that belong to drivers. */
export const territoriesQuery = queryOptions({
  queryKey: keys.territories,
  queryFn: ({ signal }) => everyPage((cursor) => call(listTerritories, { query: { limit: 200, cursor }, signal })),
})

/** The set times at which plans are made by themselves. */
export const wavesQuery = queryOptions({
  queryKey: keys.waves,
  queryFn: async ({ signal }) => (await call(listWaves, { query: { limit: 50 }, signal })).data,
})

/** Every active driver. */
export const activeDriversQuery = queryOptions({
  queryKey: keys.drivers.active,
  queryFn: ({ signal }) =>
    everyPage((cursor) => call(listDrivers, { query: { active: 'true', limit: 200, cursor }, signal })),
})

/** Every vehicle, for what the drivers can carry. */
export const vehiclesQuery = queryOptions({
  queryKey: keys.vehicles.every,
  queryFn: ({ signal }) => everyPage((cursor) => call(listVehicles, { query: { limit: 200, cursor }, signal })),
})

/** The active pickup places, to choose from. */
export const pickupPlacesQuery = queryOptions({
  queryKey: keys.kitchens.choices,
  queryFn: ({ signal }) =>
    everyPage((cursor) => call(listPickupPlaces, { query: { active: 'true', limit: 200, cursor }, signal })),
})

/** Whether there is a depot to start from. */
export const hasDepotQuery = queryOptions({
  queryKey: keys.depots.hasOne,
  queryFn: async ({ signal }) => (await call(listDepots, { query: { active: 'true', limit: 1 }, signal })).total > 0,
})

/** The active depots, to choose from. */
export const depotChoicesQuery = queryOptions({
  queryKey: keys.depots.choices,
  queryFn: async ({ signal }) => (await call(listDepots, { query: { active: 'true', limit: 200 }, signal })).data,
})

/** Every depot, active or not, by name. */
export const depotsQuery = queryOptions({
  queryKey: keys.depots.every,
  queryFn: ({ signal }) => everyPage((cursor) => call(listDepots, { query: { limit: 200, cursor }, signal })),
})

/** Every client, active or not, by name. */
export const clientsQuery = queryOptions({
  queryKey: keys.clients.every,
  queryFn: ({ signal }) => everyPage((cursor) => call(listClients, { query: { limit: 200, cursor }, signal })),
})

/** The workspace's own fields of deliveries, archived ones too. */
export const customFieldsQuery = queryOptions({
  queryKey: keys.customFields,
  queryFn: async ({ signal }) => (await call(listCustomFields, { signal })).data,
})

/** Where the workspace delivers, as far as its default depot tells. Null without a depot. */
export const workAreaQuery = queryOptions({
  ...depotChoicesQuery,
  select: (depots) => depots.find((depot) => depot.is_default)?.location ?? null,
})

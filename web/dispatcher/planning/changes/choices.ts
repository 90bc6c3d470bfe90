import type { Driver } from '#domain/schema/driver.ts'
import type { Plan, Route, Stop } from '#domain/schema/plan.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { countDeliveries, isVisit } from '#domain/stop-kinds.ts'
import { countOf, formatHours, formatTime } from '#web/lib/format.ts'
import { capacityText, loadOf } from '../plan-words.ts'
import type { NumberedPlan } from '../plans-of-day.ts'
import type { Choice } from './choose-dialog.tsx'

/** What is known of the day: the plan to change, and the others that are driven. */
export type DayPlans = { plan: Pick<Plan, 'routes'>; others: readonly NumberedPlan[] }

type DriverFacts = Pick<Driver, 'id' | 'name' | 'shift_start' | 'shift_end' | 'vehicle_code'>

/**
 * The drivers that a route can go to, the free ones first. Who has a route of this plan is left out: their routes are swapped
 * or merged instead.
 */
export function driverChoices(drivers: readonly DriverFacts[], { plan, others }: DayPlans): Choice[] {
  const here = new Set(plan.routes.map(({ driver_id }) => driver_id))
  const busy = new Map(
    others.flatMap(({ number, plan: other }) => other.routes.map(({ driver_id }) => [driver_id, number] as const)),
  )
  return drivers
    .filter(({ id }) => !here.has(id))
    .map(({ id, name, shift_start, shift_end, vehicle_code }) => ({
      id,
      label: name,
      description: [formatHours(shift_start, shift_end), vehicle_code ?? 'no vehicle'].join(' · '),
      note: busy.has(id) ? `On plan ${busy.get(id)}` : 'Free',
    }))
    .toSorted((one, other) => Number(busy.has(one.id)) - Number(busy.has(other.id)))
}

/** The choice of driving without a vehicle. */
export const noVehicle = 'none'

type VehicleFacts = Pick<Vehicle, 'id' | 'code' | 'plate' | 'capacity_kg' | 'capacity_l' | 'active'>

/** The vehicles that a route can be driven with, the free ones first. */
export function vehicleChoices(vehicles: readonly VehicleFacts[], route: Route, { plan, others }: DayPlans): Choice[] {
  const routes = [plan, ...others.map((other) => other.plan)].flatMap((each) => each.routes)
  const users = new Map(routes.map(({ vehicle_id, driver_name }) => [vehicle_id, driver_name]))
  const choices = vehicles
    .filter(({ id, active }) => active && id !== route.vehicle_id)
    .map((vehicle) => ({
      id: vehicle.id,
      label: vehicle.code,
      description: [vehicle.plate, capacityText(vehicle) ?? 'no limit'].filter(Boolean).join(' · '),
      note: users.has(vehicle.id) ? `${users.get(vehicle.id)} drives it` : 'Free',
    }))
    .toSorted((one, other) => Number(users.has(one.id)) - Number(users.has(other.id)))
  if (route.vehicle_id === null) return choices
  return [...choices, { id: noVehicle, label: 'No vehicle', description: 'Nothing limits the load then' }]
}

/** The routes of the plan, except some. */
export function routeChoices(routes: readonly Route[], except: readonly string[], zone: string): Choice[] {
  return routes
    .filter(({ id }) => !except.includes(id))
    .map((route) => ({
      id: route.id,
      label: route.driver_name,
      description: `${countOf(countDeliveries(route.stops), 'delivery', 'deliveries')} · until ${formatTime(route.ends_at, zone)} · ${loadOf(route).text}`,
      note: route.vehicle_code ?? 'No vehicle',
    }))
}

/** The choice of the beginning of a route. */
export const first = 'first'

/** After which stop of a route others can be put; those that are put themselves are left out. */
export function placeChoices(stops: readonly Stop[], moving: ReadonlySet<string>): Choice[] {
  const visits = stops.filter((stop) => isVisit(stop) && !moving.has(stop.id))
  const lastDone = visits.findLastIndex(isDone)
  return [
    ...(lastDone < 0 ? [{ id: first, label: 'First on the route' }] : []),
    ...visits.slice(Math.max(lastDone, 0)).map((stop) => ({ ...stopChoice(stop), label: `After ${nameOf(stop)}` })),
  ]
}

/** The stops at which a route can be split: each becomes the first one of the new route. */
export function splitChoices(stops: readonly Stop[]): Choice[] {
  return stops
    .filter(isVisit)
    .slice(1)
    .filter((stop) => !isDone(stop))
    .map(stopChoice)
}

const nameOf = ({ sequence, name, delivery_number }: Stop) => `${sequence}. ${name || `#${delivery_number}`}`

const stopChoice = (stop: Stop): Choice => ({ id: stop.id, label: nameOf(stop), description: stop.address })

/** Whether the driver has been there, so that the stop stays where it is. */
export function isDone({ delivery_status }: Pick<Stop, 'delivery_status'>): boolean {
  return delivery_status === 'arrived' || delivery_status === 'delivered' || delivery_status === 'failed'
}

import type { PlanEdit } from '../schema/plan-change.ts'

export type Names = {
  /** Whose route it is. */
  driverOf(routeId: string): string
  nameOf(driverId: string): string
  vehicleOf(vehicleId: string): string
  numberOf(deliveryId: string): number
  numberOfStop(stopId: string): number | null
}

/** What edits do, in one sentence. It names drivers and numbers of deliveries, never recipients. */
export function sentenceOf(edits: readonly PlanEdit[], names: Names): string {
  const told = edits.map((edit) => say(edit, names))
  const first = told.slice(0, 3).join('; ')
  const more = told.length - 3
  return `${first}${more > 0 ? `; and ${more} more` : ''}.`
}

const onDay = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

const possessive = (name: string) => `${name}’s route`

function deliveries(ids: readonly string[], { numberOf }: Names): string {
  if (ids.length === 1) return `delivery ${numberOf(ids[0]!)}`
  if (ids.length > 4) return `${ids.length} deliveries`
  return `deliveries ${ids.map(numberOf).join(', ')}`
}

function stops(ids: readonly string[], { numberOfStop }: Names): string {
  const numbers = ids.map(numberOfStop)
  if (numbers.length > 4 || numbers.includes(null)) return `${ids.length} ${ids.length === 1 ? 'stop' : 'stops'}`
  return `${numbers.length === 1 ? 'delivery' : 'deliveries'} ${numbers.join(', ')}`
}

function say(edit: PlanEdit, names: Names): string {
  const route = (id: string) => possessive(names.driverOf(id))
  switch (edit.type) {
    case 'insert': {
      const longer = edit.window
        ? `Changed the window of delivery ${names.numberOf(edit.delivery_id)}, and put it`
        : null
      const what = longer ?? `Put delivery ${names.numberOf(edit.delivery_id)}`
      if (edit.driver_id) return `${what} on a new route for ${names.nameOf(edit.driver_id)}`
      return edit.route_id ? `${what} on ${route(edit.route_id)}` : `${what} where it costs least`
    }
    case 'move': {
      const moved = `Moved ${deliveries(edit.delivery_ids, names)} to `
      if (!edit.route_id) return `${moved}a new route for ${names.nameOf(edit.driver_id!)}`
      return `${moved}${edit.position ? `place ${edit.position} of ` : ''}${route(edit.route_id)}`
    }
    case 'remove': {
      const taken = `Took ${deliveries(edit.delivery_ids, names)} off the plan’s routes`
      return edit.scheduled_date ? `${taken}, for ${onDay.format(new Date(edit.scheduled_date))}` : taken
    }
    case 'reorder':
      return `Changed the order of ${route(edit.route_id)}`
    case 'reverse':
      return `Reversed ${route(edit.route_id)}`
    case 'improve':
      return `Improved the order of ${route(edit.route_id)}`
    case 'refresh':
      return edit.route_id ? `Worked out the times of ${route(edit.route_id)} again` : 'Worked out all times again'
    case 'driver':
      return `Gave ${route(edit.route_id)} to ${names.nameOf(edit.driver_id)}`
    case 'vehicle':
      return edit.vehicle_id
        ? `Gave ${route(edit.route_id)} the vehicle ${names.vehicleOf(edit.vehicle_id)}`
        : `Took the vehicle off ${route(edit.route_id)}`
    case 'swap_drivers':
      return `Swapped the drivers of ${route(edit.route_id)} and ${route(edit.other_route_id)}`
    case 'split': {
      const number = names.numberOfStop(edit.stop_id)
      const from = number === null ? '' : ` from delivery ${number} on`
      return `Split ${route(edit.route_id)}${from}, for ${names.nameOf(edit.driver_id)}`
    }
    case 'merge':
      return `Merged ${route(edit.route_id)} into ${route(edit.into_route_id)}`
    case 'spread':
      return `Spread the open stops of ${route(edit.route_id)} over the others`
    case 'arrange':
      return sayArrange(edit, names)
    case 'lock':
      return `Locked ${stops(edit.stop_ids, names)}`
    case 'unlock':
      return `Unlocked ${stops(edit.stop_ids, names)}`
    case 'lock_route':
      return `Locked ${lockWords[edit.lock]} ${route(edit.route_id)}`
    case 'unlock_route':
      return `Unlocked ${lockWords[edit.lock]} ${route(edit.route_id)}`
  }
}

const lockWords = { order: 'the order of', driver: 'the driver of', route: 'the whole of' }

function sayArrange({ routes, remove }: Extract<PlanEdit, { type: 'arrange' }>, names: Names): string {
  const told = routes.map(({ route_id, driver_id }) =>
    possessive(route_id ? names.driverOf(route_id) : names.nameOf(driver_id!)),
  )
  const which = told.length > 2 ? `${told.length} routes` : told.join(' and ')
  return `Rearranged ${which}${remove.length ? `, and took ${deliveries(remove, names)} off` : ''}`
}

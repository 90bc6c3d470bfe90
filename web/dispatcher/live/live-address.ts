import { vehicleTypes, type Vehicle } from '#domain/schema/vehicle.ts'
import { driverStates, type DriverState } from '#web/map/drivers/mark-shapes.ts'

/** Which drivers are shown. */
export type LiveFilter = {
  q: string
  /** All if empty. */
  states: readonly DriverState[]
  /** Empty for all. */
  depot: string
  vehicle: Vehicle['type'] | ''
  isLateOnly: boolean
}

export const sideTabs = ['drivers', 'happening', 'nearest'] as const
export type SideTab = (typeof sideTabs)[number]

/** What the page shows, all of it in the address. */
export type LiveAddress = LiveFilter & {
  tab: SideTab
  driverId: string | null
  /** The map keeps the driver in its middle. */
  isFollowing: boolean
  /** The delivery for which somebody is looked for. */
  deliveryId: string | null
  /** The driver's stops are being given to others. */
  isReassigning: boolean
  /** The driver's vehicle broke down. */
  isBrokenDown: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const idIn = (text: string | null) => (text && uuid.test(text) ? text : null)

/** Reads the query string. Invalid values are ignored. */
export function readLiveAddress(query: URLSearchParams): LiveAddress {
  const asked = (query.get('state') ?? '').split(',')
  const driverId = idIn(query.get('driver'))
  const deliveryId = idIn(query.get('delivery'))
  return {
    q: (query.get('q') ?? '').slice(0, 200),
    states: driverStates.filter((state) => asked.includes(state)),
    depot: idIn(query.get('depot')) ?? '',
    vehicle: vehicleTypes.find((type) => type === query.get('vehicle')) ?? '',
    isLateOnly: query.get('late') === '1',
    tab: sideTabs.find((tab) => tab === query.get('tab')) ?? (deliveryId ? 'nearest' : 'drivers'),
    driverId,
    isFollowing: driverId !== null && query.get('follow') === '1',
    deliveryId,
    isReassigning: driverId !== null && query.get('reassign') === '1',
    isBrokenDown: driverId !== null && query.get('breakdown') === '1',
  }
}

/** Writes it, without default values. Other parameters stay. */
export function writeLiveAddress(query: URLSearchParams, address: LiveAddress): URLSearchParams {
  const next = new URLSearchParams(query)
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name))
  const usualTab = address.deliveryId ? 'nearest' : 'drivers'
  put('q', address.q)
  put('state', address.states.join(','))
  put('depot', address.depot)
  put('vehicle', address.vehicle)
  put('late', address.isLateOnly ? '1' : null)
  put('tab', address.tab === usualTab ? null : address.tab)
  put('driver', address.driverId)
  put('follow', address.driverId && address.isFollowing ? '1' : null)
  put('delivery', address.deliveryId)
  put('reassign', address.driverId && address.isReassigning ? '1' : null)
  put('breakdown', address.driverId && address.isBrokenDown ? '1' : null)
  return next
}

/** Whether the filter hides anybody. */
export const isFiltered = ({ q, states, depot, vehicle, isLateOnly }: LiveFilter): boolean =>
  q.trim() !== '' || states.length > 0 || depot !== '' || vehicle !== '' || isLateOnly

import type { CarriedDelivery, DrivenDayRoute, DrivenStop, ParcelProgress } from '#domain/schema/driver-day.ts'
import type { ParcelPlace } from '#domain/schema/order.ts'
import { codeKey, codesOf } from '#domain/road/scanned.ts'
import type { z } from 'zod'
import { isOpen } from '../day/stops.ts'

type Loaded = z.infer<typeof ParcelProgress>['loaded']

/** A parcel that belongs into the van. */
export type Load = {
  stop: DrivenStop & { delivery: CarriedDelivery }
  index: number
  code: string
  description: string | null
  place: ParcelPlace | null
  loaded: Loaded
}

/** What is to be loaded, by stop: the last stop first, because what goes in first comes out last. */
export function loadList({ stops }: DrivenDayRoute): { stop: Load['stop']; loads: Load[] }[] {
  const pickedUp = new Set(stops.flatMap(({ kind, delivery }) => (kind === 'pickup' && delivery ? [delivery.id] : [])))
  return stops
    .filter(isBrought)
    .filter(({ delivery }) => !pickedUp.has(delivery.id))
    .map((stop) => ({ stop, loads: loadsOf(stop) }))
    .reverse()
}

/** Brought from the depot, rather than collected on the way. */
const isBrought = (stop: DrivenStop): stop is Load['stop'] =>
  stop.kind === 'delivery' && stop.delivery !== null && stop.delivery.kind !== 'return' && isOpen(stop)

function loadsOf(stop: Load['stop']): Load[] {
  const { delivery } = stop
  return codesOf(delivery).map((code, index) => ({
    stop,
    index,
    code,
    description: delivery.parcels[index]?.description ?? null,
    place: delivery.parcels[index]?.place ?? null,
    loaded: delivery.progress.find((each) => each.index === index)?.loaded ?? null,
  }))
}

export type LoadCount = { all: number; loaded: number; missing: number }

export function countLoads(list: readonly { loads: Load[] }[]): LoadCount {
  const loads = list.flatMap((each) => each.loads)
  const count = (state: Loaded) => loads.filter(({ loaded }) => loaded === state).length
  return { all: loads.length, loaded: count('loaded'), missing: count('missing') }
}

/** The parcel with a code. Of two with the same one, which a shop may send, the one that is not loaded yet. */
export function findLoad(list: readonly { loads: Load[] }[], code: string): Load | undefined {
  const found = list.flatMap(({ loads }) => loads.filter((load) => codeKey(load.code) === codeKey(code)))
  return found.find(({ loaded }) => loaded !== 'loaded') ?? found[0]
}

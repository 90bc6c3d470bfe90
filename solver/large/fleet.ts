import { apart, type Place, placeOf } from './places.ts'
import type { VroomVehicle } from '../json/vroom.ts'

/** How many depots offer their vehicles: the nearest one is not best for all jobs. */
const depotsOffering = 4

/** Which vehicles are free, by what they can do. */
export class Fleet {
  /** Vehicles that differ only in where they start and end. */
  private readonly kinds: number[][]
  private readonly places: Place[]
  private readonly isFree: (vehicle: number) => boolean

  constructor(vehicles: readonly VroomVehicle[], isFree: (vehicle: number) => boolean) {
    this.isFree = isFree
    this.places = vehicles.map(({ start, end }) => placeOf(start ?? end))
    const kinds = Map.groupBy(vehicles.keys(), (v) => {
      const { id: _, description: __, start: ___, end: ____, steps: _____, ...rest } = vehicles[v]
      return JSON.stringify(rest)
    })
    this.kinds = [...kinds.values()]
  }

  /** How many vehicles are free. */
  count(): number {
    return this.kinds.flat().filter(this.isFree).length
  }

  /** Of each kind as many free vehicles as wanted from the nearest depot, and from the next ones; more depots if they have fewer. */
  near(place: Place, wanted: (free: number) => number): number[] {
    return this.kinds.flatMap((kind) => {
      const free = kind.filter(this.isFree)
      const most = wanted(free.length)
      const depots = [...Map.groupBy(free, (v) => this.places[v].join()).values()]
      depots.sort((a, b) => apart(this.places[a[0]], place) - apart(this.places[b[0]], place) || a[0] - b[0])
      const offered: number[] = []
      for (const [i, depot] of depots.entries())
        if (i < depotsOffering || offered.length < most) offered.push(...depot.slice(0, most))
      return offered
    })
  }
}

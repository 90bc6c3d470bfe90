import type { VroomRoute } from '../json/vroom.ts'
import type { Job } from './jobs.ts'

/** Goods on board from one place of a route until another one. The depot before each trip is a place, and so is the end. */
export type Goods = { name: string; from: number; to: number; isFromDepot: boolean }

/** A route as a list of places: the names of steps, and undefined for the depot that each trip begins at. */
export type Places = readonly (string | undefined)[]

/** All goods on a route. */
export function goodsOn(jobs: ReadonlyMap<string, Job>, places: Places): Goods[] {
  const found: Goods[] = []
  places.forEach((name, place) => {
    if (name === undefined) return
    const job = jobs.get(name)!
    const add = (from: number, to: number, isFromDepot = false) => found.push({ name, from, to, isFromDepot })
    if (job.shipment !== undefined) {
      const isOther = (other?: string) =>
        other !== undefined && other !== name && jobs.get(other)!.shipment === job.shipment
      const to = places.findIndex(isOther)
      if (!job.isDelivery && to > place) add(place, to)
      return
    }
    const some = (amounts?: number[]) => amounts?.some((amount) => amount > 0) ?? false
    const isTaken = some(job.pickup) || (job.pickup !== undefined && job.delivery === undefined)
    if (some(job.delivery) || !isTaken) add(places.lastIndexOf(undefined, place), place, true)
    const depot = places.indexOf(undefined, place)
    if (isTaken) add(place, depot < 0 ? places.length : depot)
  })
  return found
}

/** The places of a route. */
export function placesOf({ steps }: VroomRoute, jobs: ReadonlyMap<string, Job>): Places {
  const visited = steps.flatMap(({ type, id }) => {
    if (type === 'reload') return [undefined]
    return jobs.has(`${type} ${id}`) ? [`${type} ${id}`] : []
  })
  return [undefined, ...visited]
}

import type { Received, Reply } from '../double-server.ts'
import type { Coordinates } from './dialect.ts'
import { driveBetween, lineBetween, type DoubleWorld } from './double-roads.ts'

const refused = (code: string): Reply => ({ status: 400, body: { code, message: code } })
const chosen = (list: string | null, all: number) =>
  list === null ? Array.from({ length: all }, (_, at) => at) : list.split(';').map(Number)

/** Answers as `osrm-routed` does, for cars. */
export function osrmAnswers({ url, method }: Received, world: DoubleWorld): Reply {
  const [, service, version, , list = ''] = url.pathname.split('/')
  if (method !== 'GET' || version !== 'v1') return refused('InvalidUrl')
  const places = decodeURIComponent(list)
    .split(';')
    .map((place) => place.split(',').map(Number) as unknown as Coordinates)
  if (places.some((place) => place.length !== 2 || place.some(Number.isNaN))) return refused('InvalidQuery')
  if (places.some((place) => world.isOffRoad(place))) return refused('NoSegment')
  if (service === 'route') {
    const legs = places.slice(1).map((to, index) => ({ steps: [{ geometry: lineBetween(places[index]!, to) }] }))
    const isCut = places.slice(1).some((to, index) => world.isCutOff(places[index]!, to))
    return isCut ? refused('NoRoute') : { status: 200, body: { code: 'Ok', routes: [{ legs }] } }
  }
  if (service !== 'table') return refused('InvalidService')
  const from = chosen(url.searchParams.get('sources'), places.length)
  const to = chosen(url.searchParams.get('destinations'), places.length)
  if (from.length * to.length > world.mostPairs) return refused('TooBig')
  const durations: (number | null)[][] = []
  const distances: (number | null)[][] = []
  for (const source of from) {
    const drives = to.map((target) =>
      world.isCutOff(places[source]!, places[target]!) ? null : driveBetween('car', places[source]!, places[target]!),
    )
    durations.push(drives.map((drive) => drive && Math.round(drive.seconds * 10) / 10))
    distances.push(drives.map((drive) => drive && Math.round(drive.meters * 10) / 10))
  }
  const snapped = (numbers: number[]) =>
    numbers.map((number) => ({ distance: 4.2, location: places[number], name: '' }))
  return {
    status: 200,
    body: { code: 'Ok', durations, distances, sources: snapped(from), destinations: snapped(to) },
  }
}

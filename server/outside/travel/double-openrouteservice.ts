import { z } from 'zod'
import { encodePolyline } from '#domain/travel/polyline.ts'
import type { Received, Reply } from '../double-server.ts'
import type { Coordinates } from './dialect.ts'
import { driveBetween, wayBetween, type DoubleWorld } from './double-roads.ts'

const Place = z.tuple([z.number(), z.number()])
const Matrix = z.object({ locations: z.array(Place), sources: z.array(z.string()), destinations: z.array(z.string()) })
const Directions = z.object({ coordinates: z.array(Place) })
const profiles: Record<string, string> = { 'driving-car': 'car', 'driving-hgv': 'truck', 'cycling-regular': 'bicycle' }

const refused = (code: number, message: string): Reply => ({ status: 400, body: { error: { code, message } } })

/** Answers as openrouteservice does. */
export function openrouteserviceAnswers({ url, body }: Received, world: DoubleWorld): Reply {
  const [, , service, name = ''] = url.pathname.split('/')
  const profile = profiles[name]
  if (!profile || world.without.includes(profile)) {
    return refused(service === 'matrix' ? 6003 : 2003, `Parameter 'profile' has incorrect value of '${name}'.`)
  }
  const given: unknown = JSON.parse(body || '{}')
  if (service === 'directions') {
    const { data } = Directions.safeParse(given)
    return data ? directions(data.coordinates, world) : refused(2001, 'Parameter is missing')
  }
  const { data } = Matrix.safeParse(given)
  if (!data) return refused(6001, 'Parameter is missing')
  const { locations } = data
  const from = data.sources.map((number) => locations[Number(number)]!)
  const to = data.destinations.map((number) => locations[Number(number)]!)
  if (from.length * to.length > world.mostPairs) return refused(6004, 'Requested matrix is too large')
  if (locations.some((place) => world.isOffRoad(place))) return refused(6010, 'Could not find routable point')
  const drives = from.map((a) => to.map((b) => (world.isCutOff(a, b) ? null : driveBetween(profile, a, b))))
  const cells = (kind: 'seconds' | 'meters') =>
    drives.map((row) => row.map((drive) => drive && Math.round(drive[kind] * 100) / 100))
  const points = (places: Coordinates[]) => places.map((location) => ({ location, snapped_distance: 3.1 }))
  return {
    status: 200,
    body: { durations: cells('seconds'), distances: cells('meters'), sources: points(from), destinations: points(to) },
  }
}

function directions(places: Coordinates[], world: DoubleWorld): Reply {
  if (places.length > 50) return refused(2004, 'Too many coordinates')
  if (places.some((place) => world.isOffRoad(place))) return refused(2010, 'Could not find routable point')
  const pairs = places.slice(1).map((to, index) => [places[index]!, to] as const)
  if (pairs.some(([from, to]) => world.isCutOff(from, to))) return refused(2009, 'Route could not be found')
  const ways = pairs.map(([from, to]) => wayBetween(from, to))
  // No point twice in a row, as the encoder has it.
  const points = ways.flatMap((way, index) => (index ? way.slice(1) : way))
  const way_points = [0, ...ways.map((_, index) => (index + 1) * 2)]
  return { status: 200, body: { routes: [{ geometry: encodePolyline(points), way_points }] } }
}

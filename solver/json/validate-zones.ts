import { engineFields } from './engine-fields.ts'
import { fail, type Fields, fieldsOf, isObject, maxTravel } from './fields.ts'
import { coordinates } from './validate-places.ts'
import { slowestInZones, validateSpeeds } from './validate-travel.ts'
import { isShipment } from './is-shipment.ts'
import type { Coordinates, VroomInput, VroomJob, VroomShipment } from './vroom.ts'

const mostZones = 100
const mostCorners = 1000

/** Checks areas with speeds of their own; `longest` gives the seconds of the longest drive with a profile. */
export function validateSpeedZones(problem: Fields, longest: (profile: string) => number): void {
  const value = problem['speed_zones']
  if (!isObject(value)) fail('speed_zones', 'must be an object with one entry per profile')
  for (const [profile, zones] of Object.entries(value)) {
    const path = `speed_zones.${profile}`
    if (!Array.isArray(zones) || zones.length === 0) fail(path, 'must be a list of zones')
    if (zones.length > mostZones) fail(path, `${zones.length} zones are more than the ${mostZones} allowed`)
    zones.forEach((each: unknown, i) => {
      const zone = fieldsOf(each, `${path}[${i}]`, engineFields.speedZone)
      validateArea(zone['area'], `${path}[${i}].area`)
      validateSpeeds(zone['speeds'], `${path}[${i}].speeds`, slowestInZones)
    })
    if (longest(profile) > maxTravel) fail(path, `makes drives of more than ${maxTravel} s`)
  }
}

function validateArea(area: unknown, path: string) {
  if (!Array.isArray(area) || area.length < 3) fail(path, 'must be a list of at least 3 corners')
  if (area.length > mostCorners) fail(path, `${area.length} corners are more than the ${mostCorners} allowed`)
  area.forEach((corner: unknown, i) => coordinates(corner, `${path}[${i}]`))
}

type Look = (index: number | undefined, location: Coordinates | undefined, path: string) => void

/** Beside matrices, zones need to know where places are: each index has one location. An order that is added has the path `order`. */
export function validatePlacesForZones(problem: VroomInput, order?: VroomJob | VroomShipment): void {
  const { jobs = [], shipments = [], vehicles } = problem
  if (!problem.speed_zones || !(problem.matrices ?? problem.matrix)) return
  const known = new Map<number, Coordinates>()
  const look: Look = (index, location, path) => {
    if (index === undefined) return
    if (!location) fail(path, 'is missing: speed_zones need to know where it is')
    const first = known.get(index) ?? location
    known.set(index, first)
    if (first[0] !== location[0] || first[1] !== location[1])
      fail(path, `is not where matrix index ${index} was before: speed_zones need one place for each`)
  }
  vehicles.forEach(({ start, start_index, end, end_index, reload }, v) => {
    look(start_index, start, `vehicles[${v}].start`)
    look(end_index, end, `vehicles[${v}].end`)
    reload?.depots?.forEach(({ location, location_index }, d) =>
      look(location_index, location, `vehicles[${v}].reload.depots[${d}].location`),
    )
  })
  jobs.forEach((job, j) => lookAt(job, `jobs[${j}]`, look))
  shipments.forEach((shipment, s) => lookAt(shipment, `shipments[${s}]`, look))
  if (order) lookAt(order, 'order', look)
}

function lookAt(order: VroomJob | VroomShipment, path: string, look: Look): void {
  const ends = isShipment(order) ? (['pickup', 'delivery'] as const) : undefined
  for (const end of ends ?? [undefined]) {
    const { location, location_index } = end ? (order as VroomShipment)[end] : (order as VroomJob)
    look(location_index, location, end ? `${path}.${end}.location` : `${path}.location`)
  }
}

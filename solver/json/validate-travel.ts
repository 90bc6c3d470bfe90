import { ofTables, refuse } from './combinations.ts'
import { engineFields } from './engine-fields.ts'
import { fail, type Fields, fieldsOf, given, isObject, maxTravel, show, wholeNumber } from './fields.ts'
import { defaultSpeedKmh, travelSeconds } from '../math/great-circle.ts'
import type { MatrixRow, VroomInput, VroomSpeedZone } from './vroom.ts'

/** Halfway around the earth. */
const farthestMeters = 20_016_000
/** An area in which vehicles are slower than this is no place to drive. */
export const slowestInZones = 0.1
const matrixFields = engineFields.matrices

/** The size of each profile's matrices; nothing if the problem has none. */
export function validateMatrices(problem: Fields): Map<string, number> | undefined {
  if (given(problem, 'matrix')) {
    refuse(ofTables(problem))
    return new Map([['car', validateMatrix(problem['matrix'], 'matrix')]])
  }
  if (!given(problem, 'matrices')) return undefined
  if (!isObject(problem['matrices'])) fail('matrices', 'must be an object with one entry per profile')
  const sizes = new Map<string, number>()
  for (const [profile, value] of Object.entries(problem['matrices'])) {
    const path = `matrices.${profile}`
    const tables = fieldsOf(value, path, matrixFields)
    if (!given(tables, 'durations')) fail(`${path}.durations`, 'is missing')
    for (const name of matrixFields) {
      if (!given(tables, name)) continue
      const size = validateMatrix(tables[name], `${path}.${name}`)
      if (sizes.has(profile) && sizes.get(profile) !== size)
        fail(`${path}.${name}`, `is ${size} wide, but durations is ${sizes.get(profile)} wide`)
      sizes.set(profile, size)
    }
  }
  if (sizes.size === 0) fail('matrices', 'there must be at least one profile')
  const [[firstProfile, firstSize]] = [...sizes] as [[string, number]]
  for (const [profile, size] of sizes) {
    if (size !== firstSize)
      fail(`matrices.${profile}`, `is ${size} wide, but matrices.${firstProfile} is ${firstSize} wide`)
  }
  return sizes
}

function validateMatrix(value: unknown, path: string): number {
  if (!Array.isArray(value) || value.length === 0) fail(path, 'must be a list of rows')
  const size = value.length
  for (let row = 0; row < size; row++) {
    const line: unknown = value[row]
    if (!Array.isArray(line) && !(line instanceof Int32Array)) fail(`${path}[${row}]`, 'must be a list of numbers')
    if (line.length !== size) fail(`${path}[${row}]`, `has ${line.length} entries, but the matrix has ${size} rows`)
    for (let column = 0; column < size; column++) {
      const entry = line[column] as number
      // Only 31-bit integers; a matrix has millions of entries.
      if ((entry | 0) !== entry || entry < 0)
        fail(`${path}[${row}][${column}]`, `${show(entry)} is not a whole number between 0 and ${maxTravel}`)
    }
  }
  return size
}

/** Seconds of the longest possible drive with a profile, before the speed factor; computed once. */
export function longestDrives(problem: Fields): (profile: string) => number {
  const known = new Map<string, number>()
  return (profile) => {
    let seconds = known.get(profile)
    if (seconds === undefined) {
      const { matrix, matrices, speed_kmh = defaultSpeedKmh, detour_factor = 1 } = problem as unknown as VroomInput
      const rows = matrix ?? matrices?.[profile]?.durations
      const plain = rows ? longestIn(rows) : travelSeconds(farthestMeters * detour_factor, speed_kmh)
      seconds = plain * slowestWeight((problem as unknown as VroomInput).speed_zones?.[profile])
      known.set(profile, seconds)
    }
    return seconds
  }
}

function longestIn(rows: readonly MatrixRow[]): number {
  let longest = 0
  for (const row of rows) for (const entry of row) if (entry > longest) longest = entry
  return longest
}

/** Checks speeds over the day: the first from midnight, then in order, each with at most two significant digits. */
export function validateTraffic(value: unknown) {
  if (!isObject(value)) fail('traffic', 'must be an object with one entry per profile')
  for (const [profile, steps] of Object.entries(value)) validateSpeeds(steps, `traffic.${profile}`, 0.01)
}

/** Checks speeds over the day, as factors from `least` to 5. */
export function validateSpeeds(steps: unknown, path: string, least: number) {
  if (!Array.isArray(steps) || steps.length === 0) fail(path, 'must be a list of speeds over the day')
  let before = -1
  steps.forEach((each: unknown, i) => {
    const step = fieldsOf(each, `${path}[${i}]`, engineFields.trafficStep)
    wholeNumber(step, 'from', `${path}[${i}]`, 86_399, true)
    const from = step['from'] as number
    if (i === 0 && from !== 0) fail(`${path}[0].from`, 'must be 0: the day begins at midnight')
    if (from <= before) fail(`${path}[${i}].from`, `${from} is not after ${before}`)
    before = from
    const factor = step['factor']
    if (typeof factor !== 'number' || !(factor >= least && factor <= 5))
      fail(`${path}[${i}].factor`, `must be between ${least} and 5`)
  })
}

/** How many times as long a drive can get by zones that do not depend on the hour. */
function slowestWeight(zones: unknown): number {
  if (!Array.isArray(zones)) return 1
  const steady = (zones as Partial<VroomSpeedZone>[]).flatMap(({ speeds }) => (speeds?.length === 1 ? speeds : []))
  return Math.max(1, ...steady.map(({ factor }) => 1 / Math.max(slowestInZones, factor)))
}

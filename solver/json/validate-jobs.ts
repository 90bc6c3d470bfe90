import { ofAmounts, ofWorth, refuse } from './combinations.ts'
import { engineFields } from './engine-fields.ts'
import {
  fail,
  type Fields,
  fieldsOf,
  given,
  isObject,
  list,
  maxSeconds,
  maxTravel,
  text,
  timeWindow,
  wholeNumber,
  wholeNumbers,
  windows,
} from './fields.ts'
import { validateAfter } from './validate-after.ts'
import { amounts, place } from './validate-places.ts'
import { validateGroupNames } from './validate-plan.ts'
import type { VroomJob } from './vroom.ts'

const maxPrize = 1e9

/** Checks one job. */
export function validateJob(value: unknown, path: string, matrixSize: number | undefined, dimensions: number) {
  const job = fieldsOf(value, path, engineFields.job)
  validateWork(job, path, matrixSize)
  amounts(job, 'delivery', path, dimensions)
  amounts(job, 'pickup', path, dimensions)
  amounts(job, 'amount', path, dimensions)
  refuse(ofAmounts(job as VroomJob, path))
  wholeNumber(job, 'release', path, maxSeconds)
  validateWorth(job, path)
}

/** Checks one shipment. */
export function validateShipment(value: unknown, path: string, matrixSize: number | undefined, dimensions: number) {
  const shipment = fieldsOf(value, path, engineFields.shipment)
  for (const end of ['pickup', 'delivery']) {
    validateWork(fieldsOf(shipment[end], `${path}.${end}`, engineFields.shipmentStep), `${path}.${end}`, matrixSize)
  }
  amounts(shipment, 'amount', path, dimensions)
  wholeNumber(shipment, 'max_detour', path, maxSeconds)
  validateWorth(shipment, path)
}

/** Place and time: what jobs and both ends of shipments share. */
function validateWork(job: Fields, path: string, matrixSize: number | undefined) {
  wholeNumber(job, 'id', path, Number.MAX_SAFE_INTEGER, true)
  text(job, 'description', path)
  place(job, 'location', 'location_index', path, matrixSize, true)
  wholeNumber(job, 'setup', path, maxTravel)
  wholeNumber(job, 'service', path, maxTravel)
  for (const name of ['setup_per_type', 'service_per_type']) {
    if (!given(job, name)) continue
    const perType = job[name]
    if (!isObject(perType)) fail(`${path}.${name}`, 'must be an object with one number of seconds per vehicle type')
    for (const type of Object.keys(perType)) wholeNumber(perType, type, `${path}.${name}`, maxTravel)
  }
  if (given(job, 'time_windows')) windows(list(job, 'time_windows', `${path}.time_windows`), `${path}.time_windows`)
  if (given(job, 'soft_time_window')) validateSoftTimeWindow(job['soft_time_window'], `${path}.soft_time_window`)
}

/** Skills, priority, prize, and rules beside other orders. */
function validateWorth(job: Fields, path: string) {
  validateGroupNames(job, path)
  text(job, 'district', path)
  if (job['district'] === '') fail(`${path}.district`, 'must be the name of a district')
  validateAfter(job, path)
  wholeNumber(job, 'urgency', path, 100)
  wholeNumber(job, 'max_ride', path, maxSeconds)
  wholeNumbers(job, 'skills', path, Number.MAX_SAFE_INTEGER)
  wholeNumber(job, 'priority', path, 100)
  wholeNumber(job, 'prize', path, maxPrize)
  refuse(ofWorth(job as VroomJob, path))
}

function validateSoftTimeWindow(value: unknown, path: string) {
  const soft = fieldsOf(value, path, engineFields.softTimeWindow)
  if (!given(soft, 'window')) fail(`${path}.window`, 'is missing')
  timeWindow(soft['window'], `${path}.window`)
  wholeNumber(soft, 'cost_per_hour_early', path, 1e6)
  wholeNumber(soft, 'cost_per_hour_late', path, 1e6)
  if (!soft['cost_per_hour_early'] && !soft['cost_per_hour_late'])
    fail(path, 'has no effect: cost_per_hour_early or cost_per_hour_late must be above 0')
}

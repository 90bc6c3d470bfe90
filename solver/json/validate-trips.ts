import { engineFields } from './engine-fields.ts'
import { fail, type Fields, fieldsOf, given, list, maxSeconds, maxTravel, wholeNumber } from './fields.ts'
import { place } from './validate-places.ts'

/** Checks what a vehicle needs for several trips. */
export function validateReload(vehicle: Fields, path: string, matrixSize: number | undefined, starts: boolean) {
  const reload = fieldsOf(vehicle['reload'], `${path}.reload`, engineFields.reload)
  wholeNumber(reload, 'service', `${path}.reload`, maxTravel)
  wholeNumber(reload, 'max_trips', `${path}.reload`, Number.MAX_SAFE_INTEGER)
  wholeNumber(reload, 'max_distance', `${path}.reload`, maxSeconds)
  if (reload['max_trips'] === 0) fail(`${path}.reload.max_trips`, 'must be at least 1')
  if (given(reload, 'depots')) {
    const depots = list(reload, 'depots', `${path}.reload.depots`)
    if (depots.length === 0) fail(`${path}.reload.depots`, 'is empty: leave it out where the start is the depot')
    depots.forEach((depot, i) => {
      const at = `${path}.reload.depots[${i}]`
      place(fieldsOf(depot, at, engineFields.depot), 'location', 'location_index', at, matrixSize, true)
    })
  } else if (!starts) fail(`${path}.reload.depots`, 'is missing, and the vehicle has no start')
}

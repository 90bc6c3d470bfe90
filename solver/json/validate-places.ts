import { fail, type Fields, given, show, wholeNumber, wholeNumbers } from './fields.ts'

const maxAmount = 1e12

/** Checks a place, given by coordinates or by a matrix index; returns whether there is one. */
export function place(
  of: Fields,
  name: string,
  indexName: string,
  path: string,
  matrixSize: number | undefined,
  required: boolean,
): boolean {
  if (given(of, name)) coordinates(of[name], `${path}.${name}`)
  if (matrixSize === undefined) {
    if (given(of, indexName)) fail(`${path}.${indexName}`, 'needs matrices')
    if (required && !given(of, name)) fail(`${path}.${name}`, 'is missing, and there are no matrices')
    return given(of, name)
  }
  if (!given(of, indexName)) {
    if (required) fail(`${path}.${indexName}`, 'is missing')
    if (given(of, name)) fail(`${path}.${indexName}`, `is missing: with matrices, ${name} alone is not enough`)
    return false
  }
  wholeNumber(of, indexName, path, Number.MAX_SAFE_INTEGER)
  if ((of[indexName] as number) >= matrixSize)
    fail(`${path}.${indexName}`, `${show(of[indexName])} is outside the matrix of ${matrixSize} rows`)
  return true
}

/** Checks longitude and latitude. */
export function coordinates(value: unknown, path: string) {
  if (!Array.isArray(value) || value.length !== 2) fail(path, 'must be [longitude, latitude]')
  const [longitude, latitude] = value as unknown[]
  if (!(typeof longitude === 'number' && longitude >= -180 && longitude <= 180))
    fail(path, `longitude ${show(longitude)} is not between -180 and 180`)
  if (!(typeof latitude === 'number' && latitude >= -90 && latitude <= 90))
    fail(path, `latitude ${show(latitude)} is not between -90 and 90`)
}

/** Optional amounts, as many as the first vehicle has capacities. */
export function amounts(of: Fields, name: string, path: string, dimensions: number) {
  if (!given(of, name)) return
  const values = wholeNumbers(of, name, path, maxAmount)
  if (values.length !== dimensions)
    fail(`${path}.${name}`, `has ${values.length} numbers, but vehicles[0].capacity has ${dimensions}`)
}

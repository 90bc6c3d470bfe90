import { expect, test } from 'vitest'
import { decodePlusCode, findPlusCode, isExact, recoverPlusCode } from './plus-code.ts'

// The published test data of the specification: code, south-west corner, north-east corner.
test.each([
  ['7FG49QCJ+2V', 20.37, 2.782125, 20.370125, 2.78225],
  ['7FG49QCJ+2VX', 20.3701, 2.78221875, 20.370125, 2.78225],
  ['7FG49QCJ+2VXGJ', 20.370113, 2.782234375, 20.370114, 2.78223632813],
  ['8FVC2222+22', 47, 8, 47.000125, 8.000125],
  ['4VCPPQGP+Q9', -41.273125, 174.785875, -41.273, 174.786],
  ['22222222+22', -90, -180, -89.999875, -179.999875],
  ['CFX3X2X2+X2', 89.999875, 1, 90, 1.000125],
])('%s is the middle of its area', (code, south, west, north, east) => {
  const found = decodePlusCode(code)!
  expect(found.lat).toBeCloseTo((south + north) / 2, 7)
  expect(found.lng).toBeCloseTo((west + east) / 2, 7)
})

test('a code off the globe is no place', () => {
  expect(decodePlusCode('F2222222+22')).toBeUndefined()
  expect(decodePlusCode('2W222222+22')).toBeUndefined()
})

// From the same test data, where the nearest place may lie across the edge of a cell or close to a pole.
test.each([
  ['9C3W9QCJ+2VX', 'CJ+2VX', 51.3708675, -1.217765625],
  ['9C3W9QCJ+2VX', 'CJ+2VX', 51.3701125, -1.218520625],
  ['9C3W9QCJ+2VX', '9QCJ+2VX', 51.3852125, -1.217765625],
  ['9C3W9QCJ+2VX', '9QCJ+2VX', 51.3701125, -1.202665625],
  ['8FRCXGRF+PM', 'XGRF+PM', 47, 8.55],
  ['CFX22222+22', '2222+22', 89.6, 0],
  ['2CXXXXXX+XX', 'XXXXXX+XX', -81, 0],
  ['6P58QRVW+2X', 'QRVW+2X', -6.155, 106.845],
])('%s comes back from %s near %d, %d', (full, short, lat, lng) => {
  const found = recoverPlusCode(short, { lat, lng })!
  const wanted = decodePlusCode(full)!
  expect(found.lat).toBeCloseTo(wanted.lat, 7)
  expect(found.lng).toBeCloseTo(wanted.lng, 7)
})

test('the nearest place may be across the date line', () => {
  const found = recoverPlusCode('2222+22', { lat: 0.01, lng: 179.99 })!
  expect(found.lng).toBeCloseTo(-179.9999375, 7)
})

test('a code is found in a text, and other words with a plus are not codes', () => {
  expect(findPlusCode('qrvw+2x Jakarta, Indonesia')).toBe('QRVW+2X')
  expect(findPlusCode('(6P58QRVW+2X)')).toBe('6P58QRVW+2X')
  for (const text of ['A+B', '+628110000001', 'Jl. Sudirman', 'QRV+2X', 'QRVW+2', 'QRVW+2X+3', 'café+22']) {
    expect(findPlusCode(text), text).toBeUndefined()
  }
})

test('codes of districts and regions are not exact', () => {
  expect(['6P580000+', '6P58QRVW+', 'QRVW+'].map(isExact)).toEqual([false, false, false])
  expect(['6P58QRVW+2X', 'QRVW+2X'].map(isExact)).toEqual([true, true])
})

import { expect, test } from 'vitest'
import { ownTimeZone, problemsOf, timeZones } from './configuration.ts'

const good = { depotAddress: 'Jl. Sudirman 1', startTime: '09:00', endTime: '17:00', timeZone: 'Asia/Jakarta' }

test('address, start and end are required', () => {
  expect(problemsOf(good)).toEqual({})
  expect(Object.keys(problemsOf({ ...good, depotAddress: '  ', startTime: '', endTime: '' }))).toEqual([
    'depotAddress',
    'startTime',
    'endTime',
  ])
})

test('a day that ends before it starts and an address of 100 kB are rejected', () => {
  expect(problemsOf({ ...good, startTime: '17:00', endTime: '09:00' })).toHaveProperty('endTime')
  expect(problemsOf({ ...good, depotAddress: 'x'.repeat(100_000) })).toHaveProperty('depotAddress')
})

test('the list of zones contains the device’s own zone once', () => {
  expect(timeZones().filter((zone) => zone === ownTimeZone())).toHaveLength(1)
  expect(timeZones().length).toBeGreaterThan(300)
})

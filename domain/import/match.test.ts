import { expect, test } from 'vitest'
import { driverKeys } from './driver-rows.ts'
import { keyOf, matchRows } from './match.ts'
import { vehicleKeys } from './vehicle-rows.ts'

const budi = { name: 'Budi Santoso', phone: '+628110009001', email: 'budi@example.com' }
const sari = { name: 'Sari', phone: null, email: null }
type Known = { name: string; phone: string | null; email: string | null }
const drivers = (
  rows: { name: string; phone?: string | null; email?: string | null }[],
  known: Known[] = [budi, sari],
) => matchRows<Known>(rows.map(driverKeys), known, driverKeys)

test('a driver is known by email, otherwise by phone, otherwise by name', () => {
  expect(drivers([{ name: 'B. Santoso', email: 'BUDI@example.com' }])).toEqual([{ kind: 'known', record: budi }])
  expect(drivers([{ name: 'B. Santoso', phone: budi.phone }])).toEqual([{ kind: 'known', record: budi }])
  expect(drivers([{ name: ' budi  SANTOSO' }])).toEqual([{ kind: 'known', record: budi }])
  expect(drivers([{ name: 'sari', phone: '+62811' }])).toEqual([{ kind: 'known', record: sari }])
})

test('another email is another driver, whatever else is the same', () => {
  expect(drivers([{ ...budi, email: 'other@example.com' }])).toEqual([{ kind: 'new' }])
  expect(drivers([{ name: budi.name, phone: '+628110009999' }])).toEqual([{ kind: 'new' }])
})

test('a row that could mean several drivers is ambiguous', () => {
  const two = [
    { name: 'Agus', phone: '+1', email: null },
    { name: 'agus', phone: '+2', email: null },
  ]
  expect(drivers([{ name: 'Agus' }], two)).toEqual([{ kind: 'ambiguous', field: 'name' }])
  expect(drivers([{ name: 'Agus', phone: '+2' }], two)).toEqual([{ kind: 'known', record: two[1] }])
})

test('a row repeats an earlier one, or means the same record', () => {
  expect(drivers([{ name: 'New' }, { name: 'new' }])).toEqual([
    { kind: 'new' },
    { kind: 'repeated', field: 'name', earlier: 0 },
  ])
  expect(
    drivers([
      { name: 'X', email: budi.email },
      { name: 'Y', phone: budi.phone },
    ]),
  ).toEqual([
    { kind: 'known', record: budi },
    { kind: 'repeated', field: 'phone', earlier: 0 },
  ])
  expect(
    drivers([
      { name: 'Agus', phone: '+1' },
      { name: 'Agus', phone: '+2' },
    ]),
  ).toEqual([{ kind: 'new' }, { kind: 'new' }])
})

test('plates are the same with or without spaces', () => {
  const known = [{ code: 'KA-1001', plate: 'B 9101 KRT' }]
  expect(matchRows([vehicleKeys({ plate: 'b9101-krt' })], known, vehicleKeys)).toEqual([
    { kind: 'known', record: known[0] },
  ])
})

test('names of JavaScript and empty texts are keys like others', () => {
  expect(drivers([{ name: '__proto__' }, { name: 'constructor' }])).toEqual([{ kind: 'new' }, { kind: 'new' }])
  expect(keyOf('  ')).toBeNull()
})

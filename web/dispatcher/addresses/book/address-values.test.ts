import { expect, test } from 'vitest'
import { NewAddress } from '#domain/schema/address.ts'
import { noPlace, toBody, toValues } from './address-values.ts'

test('a new entry needs an address and a pin, and nothing else', () => {
  expect(NewAddress.safeParse(toBody(toValues(undefined))).error?.issues.map(({ path }) => path[0])).toEqual([
    'address',
    'location',
    'location',
  ])
  const filled = { ...toValues(undefined), address: 'Jl. Sabang 3', location: { lat: -6.2, lng: 106.8 } }
  expect(NewAddress.parse(toBody(filled))).toMatchObject({
    address: 'Jl. Sabang 3',
    entrance: null,
    service_minutes: null,
    aliases: [],
  })
})

test('each line is another spelling', () => {
  const values = { ...toValues(undefined), aliases: ' Sabang 3 \n\n Warung Sabang\n' }
  expect(toBody(values).aliases).toEqual(['Sabang 3', 'Warung Sabang'])
})

test('half an entrance is not lost', () => {
  const values = { ...toValues(undefined), entrance: { ...noPlace, lat: 1 } }
  expect(toBody(values).entrance).toEqual({ lat: 1, lng: null })
})

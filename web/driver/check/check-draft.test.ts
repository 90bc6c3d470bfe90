import { expect, test } from 'vitest'
import type { TakenPhoto } from '../camera/take-photo.ts'
import { checkOf, newCheck, togglePart } from './check-draft.ts'

const photo = (id: string) => ({ photo: { id }, kept: { id } }) as unknown as TakenPhoto

test('a check without a word says that all is in order', () => {
  expect(checkOf('v', newCheck())).toEqual({
    data: { vehicle_id: 'v', odometer_km: null, fuel_percent: null, defects: [], photos: [] },
    photos: [],
  })
})

test('a defect says what is wrong, and brings its photos', () => {
  const [tires] = togglePart([], 'tires')
  const draft = { odometer: '12345,5', fuel: '80', defects: [tires!], photos: [photo('a')] }
  expect(checkOf('v', draft)).toBeUndefined()
  const said = { ...draft, defects: [{ ...tires!, blocking: true, note: ' flat ', photos: [photo('b')] }] }
  expect(checkOf('v', said)).toMatchObject({
    data: {
      odometer_km: 12345.5,
      fuel_percent: 80,
      defects: [{ part: 'tires', blocking: true, note: 'flat', photos: [{ id: 'b' }] }],
    },
    photos: [{ id: 'a' }, { id: 'b' }],
  })
})

test('numbers that make no sense are not sent', () => {
  for (const odd of [{ odometer: '-1' }, { odometer: 'x' }, { fuel: '101' }])
    expect(checkOf('v', { ...newCheck(), ...odd })).toBeUndefined()
})

test('parts are listed as in a walk around the vehicle, and taken back by pressing again', () => {
  const two = togglePart(togglePart([], 'doors'), 'brakes')
  expect(two.map(({ part }) => part)).toEqual(['brakes', 'doors'])
  expect(togglePart(two, 'brakes').map(({ part }) => part)).toEqual(['doors'])
})

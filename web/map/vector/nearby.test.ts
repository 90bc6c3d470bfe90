import { expect, test } from 'vitest'
import { describePosition } from './nearby.ts'

const places = [
  { name: 'Jakarta', population: 8_540_121, position: { lat: -6.2146, lng: 106.8451 } },
  { name: 'Bekasi', population: 1_520_119, position: { lat: -6.2349, lng: 106.9896 } },
  { name: 'Cikarang', population: 150_000, position: { lat: -6.2611, lng: 107.1526 } },
]

test('inside a city it is the name, outside the distance and direction', () => {
  expect(describePosition({ lat: -6.11, lng: 106.83 }, places)).toBe('Jakarta')
  expect(describePosition({ lat: -6.24, lng: 106.98 }, places)).toBe('Bekasi')
  expect(describePosition({ lat: -6.6, lng: 106.8451 }, places)).toBe('43 km south of Jakarta')
  expect(describePosition({ lat: -5.9, lng: 107.2 }, [places[0]!])).toMatch(/km northeast of Jakarta$/)
  expect(describePosition({ lat: 0, lng: 0 }, [])).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { compareHouseNumbers, houseNumbersIn, normalHouseNumber } from './house-number.ts'

test('spellings of one house number are the same', () => {
  for (const spelling of ['12-14', '12 - 14', '12–14', '12 −14', 'No. 12-14', 'Nr 12-14', '#12-14', '１２-１４']) {
    expect(normalHouseNumber(spelling), spelling).toBe('12-14')
  }
  expect(normalHouseNumber('12 A')).toBe('12a')
  expect(normalHouseNumber('12 / 3')).toBe('12/3')
})

test('an address’s house number is found, and its postcode is not one', () => {
  expect(houseNumbersIn('Jl. Jend. Sudirman No. 52–53, Jakarta 12190')).toEqual(['52-53'])
  expect(houseNumbersIn('221B Baker Street, London NW1 6XE')).toEqual(['221b'])
  expect(houseNumbersIn('Hauptstraße 12 / 3, 1010 Wien')).toEqual(['12/3', '1010'])
  expect(houseNumbersIn('Rue de l’Église 12 A')).toEqual(['12a'])
  expect(houseNumbersIn('Plaza Senayan, Jakarta')).toEqual([])
})

describe('comparing a wanted and a found number', () => {
  test.each([
    ['12', '12', 'same'],
    ['12-14', '14', 'same'],
    ['13', '12-14', 'same'],
    ['12/3', '12', 'same'],
    ['12A', '12a', 'same'],
    ['12A', '12', 'near'],
    ['12A', '12B', 'near'],
    ['12', '14', 'near'],
    ['12', '16', 'near'],
    ['12', '18', 'different'],
    ['12', '212', 'different'],
    ['Kav. 28', 'Kav. 28', 'same'],
    ['Kav. 28', '28', 'different'],
  ])('%s and %s are %s', (wanted, found, answer) => {
    expect(compareHouseNumbers(wanted, found)).toBe(answer)
  })
})

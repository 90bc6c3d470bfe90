import { expect, test } from 'vitest'
import type { DeliveryProof } from '#domain/schema/proof.ts'
import { distanceWords, missingWords, valueWords } from './proof-words.ts'

const proof = (given: Partial<DeliveryProof>) =>
  ({ name: null, code: null, years: null, document: null, celsius: null, flags: [], ...given }) as DeliveryProof

test('a proof says what it is in words', () => {
  expect(valueWords(proof({ kind: 'identity', document: 'passport' }))).toBe('Name compared with a passport')
  expect(valueWords(proof({ kind: 'age', years: 21, document: 'id_card' }))).toBe('21 years, by ID card')
  expect(valueWords(proof({ kind: 'temperature', celsius: -18.5 }))).toBe('-18.5 °C')
  expect(valueWords(proof({ kind: 'pin', flags: ['wrong_pin'] }))).toBe('Wrong')
  expect(valueWords(proof({ kind: 'pin' }))).toBe('Right')
  expect(valueWords(proof({ kind: 'scan', code: 'K-1' }))).toBe('K-1')
  expect(valueWords(proof({ kind: 'name' }))).toBe('Erased')
})

test('distances and missing proofs are read as one would say them', () => {
  expect(distanceWords(0)).toBe('At the pin')
  expect(distanceWords(320)).toBe('320 m from the pin')
  expect(distanceWords(1234)).toBe('1.2 km from the pin')
  const codes: string[] = []
  expect(
    missingWords([
      { kind: 'scan', codes: ['A', 'B'] },
      { kind: 'pin', codes },
      { kind: 'age', codes },
    ]),
  ).toBe('Missing: codes A, B, PIN, age check.')
})

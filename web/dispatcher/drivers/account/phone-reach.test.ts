import { expect, test } from 'vitest'
import { phoneReach } from './phone-reach.ts'

test.each([
  ['https://karta.example.com', 'all'],
  ['https://192.168.1.5:3000', 'all'],
  ['http://karta.example.com', 'without-https'],
  ['http://192.168.1.5:3000', 'without-https'],
  ['http://localhost:3000', 'this-computer'],
  ['http://127.0.0.1:3000', 'this-computer'],
  ['https://[::1]:3000', 'this-computer'],
])('phones that are told %s: %s', (address, reach) => {
  expect(phoneReach(address)).toBe(reach)
})

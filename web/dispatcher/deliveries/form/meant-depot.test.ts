import { expect, test } from 'vitest'
import { meantDepot } from './meant-depot.ts'

const depots = [
  { name: 'North', address: 'Jl. Industri Raya 1', aliases: ['Gudang Utara'] },
  { name: 'South', address: 'Jl. Selatan 2', aliases: [] },
]

test('a pickup address means a depot by its name, its address or another name, however it is spelled', () => {
  for (const address of ['north', ' JL INDUSTRI RAYA, 1 ', 'North, Jl. Industri Raya 1', 'gudang  utara']) {
    expect(meantDepot(address, depots), address).toBe(depots[0])
  }
  expect(meantDepot('Jl. Selatan 22', depots)).toBeUndefined()
  expect(meantDepot(' - ', depots)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { missingParts } from './missing.ts'
import { emptyTable, unmeasured } from './tables.ts'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const known = (size: number, isKnown: (row: number, column: number) => boolean) => {
  const table = emptyTable(size)
  for (let cell = 0; cell < size * size; cell++) {
    if (isKnown(Math.floor(cell / size), cell % size)) table.seconds[cell] = 7
  }
  return table
}

test('of nothing known, all is one part; of all known, there is none', () => {
  expect(missingParts(emptyTable(5))).toEqual([{ rows: range(0, 5), columns: range(0, 5) }])
  expect(missingParts(known(5, () => true))).toEqual([])
})

test('new places are their rows and their columns', () => {
  const table = known(30, (row, column) => row < 28 && column < 28)
  expect(missingParts(table)).toEqual([
    { rows: range(0, 28), columns: [28, 29] },
    { rows: [28, 29], columns: range(0, 30) },
  ])
})

test('whatever is scattered, the parts cover all of it', () => {
  for (const share of [2, 3, 17]) {
    const table = known(60, (row, column) => (row * 7 + column * 13) % share === 0)
    for (const { rows, columns } of missingParts(table)) {
      for (const row of rows) for (const column of columns) table.seconds[row * 60 + column] = 1
    }
    expect(table.seconds.includes(unmeasured)).toBe(false)
  }
})

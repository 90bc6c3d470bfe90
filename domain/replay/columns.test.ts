import { expect, test } from 'vitest'
import { fromColumns, thinned, toColumns, type ReplayFix } from './columns.ts'

const fix = (seconds: number, lat: number, lng = 106.8): ReplayFix => ({
  at: 1_700_000_000_000 + seconds * 1000,
  lat,
  lng,
})

test('columns give back what was put in, to a meter and a second', () => {
  const fixes = [fix(0, -6.2), fix(10, -6.20042), fix(25, 0, -180), fix(26, 89.99999, 179.99999)]
  expect(fromColumns(toColumns('d', fixes))).toEqual(fixes)
  expect(fromColumns(toColumns('d', []))).toEqual([])
})

test('a second is enough for nobody: fixes of one who stands, or that are too close, are left out', () => {
  const moving = Array.from({ length: 10 }, (_, second) => fix(second, -6.2 + second * 0.0002))
  expect(thinned(moving).map(({ at }) => at - moving[0]!.at)).toEqual([0, 3000, 6000, 9000])
  const standing = Array.from({ length: 20 }, (_, index) => fix(index * 10, -6.2))
  expect(thinned(standing)).toHaveLength(5)
  expect(thinned(standing).at(-1)).toEqual(standing.at(-1))
  expect(thinned([])).toEqual([])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readHills, readTurns } from './directed.ts'
import type { Instance } from './instance.ts'
import { readCvrp } from './vrplib.ts'

const text = readFileSync(path.join(import.meta.dirname, 'instances/cvrp-x/X-n110-k13.vrp'), 'utf8')
const waysOf = ({ problem }: Instance) => problem.matrices!.car!.durations!.map((row) => Array.from(row))
const flat = waysOf(readCvrp(text))

test('on hills, hardly any way costs the same in both directions, and a round trip costs what it does on flat ground', () => {
  const ways = waysOf(readHills(text))
  expect(Math.min(...ways.flat())).toBeGreaterThanOrEqual(0)
  const unlike = ways.flatMap((row, i) => row.filter((length, j) => length !== ways[j]![i]))
  expect(unlike.length).toBeGreaterThan(0.9 * flat.length ** 2)
  const trip = [0, 5, 71, 23, 108, 44, 0]
  const lengthOn = (matrix: number[][]) => trip.slice(1).reduce((sum, to, i) => sum + matrix[trip[i]!]![to]!, 0)
  expect(lengthOn(ways)).toBe(lengthOn(flat))
})

test('along streets, who comes from one half of all directions turns around, and it is the same at each reading', () => {
  const ways = waysOf(readTurns(text))
  expect(waysOf(readTurns(text))).toEqual(ways)
  expect(ways.map((row) => row[0])).toEqual(flat.map((row) => row[0]))
  const extra = ways.flatMap((row, i) => row.map((length, j) => length - flat[i]![j]!)).filter((_, at) => at % 110 > 0)
  const turned = extra.filter((each) => each > 0)
  expect(turned.length / extra.length).toBeCloseTo(0.5, 1)
  expect([Math.min(...turned), Math.max(...turned), Math.min(...extra)]).toEqual([10, 30, 0])
})

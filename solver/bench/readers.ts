import type { TimeWindow } from '#solver/json/vroom.ts'
import { euclidean, type Instance, withFleet } from './instance.ts'

/** Reads Solomon's format by the DIMACS convention: truncated to tenths, vehicles cost nothing. */
export function readSolomon(text: string): Instance {
  const numbers = rowsOf(text).filter((line) => line.length >= 2 && line.every(Number.isFinite))
  const [[, capacity], depot, ...customers] = numbers as [number[], number[], ...number[][]]
  const tenths = (value: number) => Math.round(value * 10)
  const window = (row: number[]): TimeWindow => [tenths(row[4]), tenths(row[5])]
  const jobs = customers.map((row, i) => ({
    id: row[0],
    location_index: i + 1,
    delivery: [row[3]],
    service: tenths(row[6]),
    time_windows: [window(row)],
  }))
  const fleet = jobs.map(() => ({ capacity: [capacity!], time_window: window(depot) }))
  return { problem: withFleet(jobs, euclidean(placesOf([depot, ...customers]), 10, Math.floor), fleet), scale: 10 }
}

/** The cost of one more vehicle where the number of vehicles comes before the distance. */
const vehicleCost = 100_000_000

/** Reads Li and Lim's pickups and deliveries in thousandths: fewest vehicles first, then the shortest distance. */
export function readLiLim(text: string): Instance {
  const [[size, capacity], depot, ...stops] = rowsOf(text.trim()) as [number[], number[], ...number[][]]
  const window = (row: number[]): TimeWindow => [row[4] * 1000, row[5] * 1000]
  const rows = new Map(stops.map((row, i) => [row[0], { row, index: i + 1 }]))
  const end = (id: number) => {
    const { row, index } = rows.get(id)!
    return { id, location_index: index, service: row[6] * 1000, time_windows: [window(row)] }
  }
  const shipments = stops
    .filter((row) => row[3] > 0)
    .map((row) => ({ pickup: end(row[0]), delivery: end(row[8]), amount: [row[3]] }))
  const vehicle = { capacity: [capacity!], costs: { fixed: vehicleCost }, time_window: window(depot) }
  const fleet = Array.from({ length: size! }, () => vehicle)
  const problem = withFleet([], euclidean(placesOf([depot, ...stops]), 1000, Math.round), fleet)
  return { problem: { ...problem, shipments }, scale: 1000, fixed: vehicleCost }
}

function rowsOf(text: string): number[][] {
  return text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
}

function placesOf(rows: number[][]): number[][] {
  return rows.map(([, x, y]) => [x!, y!])
}

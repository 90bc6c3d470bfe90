import type { VroomInput, VroomJob } from '#solver/vroom.ts'

/** A public instance as a problem, and by what to divide our cost to compare it with the published value. */
export interface Instance {
  problem: VroomInput
  scale: number
}

/** Reads CVRPLIB's `.vrp` with EUC_2D distances, rounded to whole numbers; the fleet is free. */
export function readCvrp(text: string): Instance {
  const header = (name: string) => new RegExp(`^${name}\\s*:\\s*(.+)$`, 'm').exec(text)?.[1]?.trim()
  if (header('EDGE_WEIGHT_TYPE') !== 'EUC_2D') throw new Error('Only EUC_2D instances are read')
  const section = (name: string, end: string) =>
    text
      .slice(text.indexOf(name) + name.length, text.indexOf(end))
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
  const places = section('NODE_COORD_SECTION', 'DEMAND_SECTION')
  const demands = section('DEMAND_SECTION', 'DEPOT_SECTION')
  const capacity = Number(header('CAPACITY'))
  const jobs = demands.slice(1).map(([id, demand], i) => ({ id: id!, location_index: i + 1, delivery: [demand!] }))
  const durations = places.map(([, x, y]) =>
    places.map(([, toX, toY]) => Math.floor(Math.hypot(x! - toX!, y! - toY!) + 0.5)),
  )
  return { problem: withFleet(jobs, capacity, durations), scale: 1 }
}

/** Reads Solomon's format by the DIMACS convention: tenths, cut off; the fleet is free. */
export function readSolomon(text: string): Instance {
  const numbers = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((line) => line.length >= 2 && line.every(Number.isFinite))
  const [[, capacity], ...customers] = numbers as [number[], ...number[][]]
  const durations = customers.map(([, x, y]) =>
    customers.map(([, toX, toY]) => Math.floor(10 * Math.hypot(x! - toX!, y! - toY!))),
  )
  const tenths = (value: number) => Math.round(value * 10)
  const jobs = customers.slice(1).map(([id, , , demand, ready, due, service], i) => ({
    id: id!,
    location_index: i + 1,
    delivery: [demand!],
    service: tenths(service!),
    time_windows: [[tenths(ready!), tenths(due!)]] as [number, number][],
  }))
  const depot = customers[0]!
  return { problem: withFleet(jobs, capacity!, durations, [tenths(depot[4]!), tenths(depot[5]!)]), scale: 10 }
}

function withFleet(jobs: VroomJob[], capacity: number, durations: number[][], shift?: [number, number]): VroomInput {
  const vehicles = jobs.map((job) => ({
    id: job.id,
    start_index: 0,
    end_index: 0,
    capacity: [capacity],
    ...(shift && { time_window: shift }),
  }))
  return { jobs, vehicles, matrices: { car: { durations } } }
}

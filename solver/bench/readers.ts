import type { VroomInput, VroomJob } from '#solver/vroom.ts'

/** A public instance as a problem, and by what to divide our cost to compare it with the published value. */
export interface Instance {
  problem: VroomInput
  scale: number
  /** What each route costs beside its distance, where the published value has the distance alone. */
  fixed?: number
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

/**
 * Reads Gehring and Homberger's instances with prizes, in CVRPLIB's format: tenths, cut off. A plan's value is its
 * distance and the prizes that it misses.
 */
export function readPrizes(text: string): Instance {
  const section = sections(text)
  const header = (name: string) => Number(new RegExp(`^${name}\\s*:\\s*(\\d+)`, 'm').exec(text)![1])
  const places = section('NODE_COORD_SECTION')
  const rows = [section('DEMAND_SECTION'), section('TIME_WINDOW_SECTION'), section('PRIZE_SECTION')] as const
  const durations = places.map(([, x, y]) =>
    places.map(([, toX, toY]) => Math.floor(10 * Math.hypot(x! - toX!, y! - toY!))),
  )
  const jobs = places.slice(1).map(([id], i): VroomJob => {
    const [demand, window, prize] = rows.map((row) => row[i + 1]!) as [number[], number[], number[]]
    return {
      id: id!,
      location_index: i + 1,
      delivery: [demand[1]!],
      service: header('SERVICE_TIME') * 10,
      time_windows: [[window[1]! * 10, window[2]! * 10]],
      prize: Math.floor(prize[1]! * 10),
    }
  })
  const depot = rows[1][0]!
  const problem = withFleet(jobs, header('CAPACITY'), durations, [depot[1]! * 10, depot[2]! * 10])
  return { problem: { ...problem, vehicles: problem.vehicles.slice(0, header('VEHICLES')) }, scale: 1 }
}

/** What a vehicle more counts for where the number of vehicles comes before the distance. */
const VEHICLE = 100_000_000

/** Reads Li and Lim's pickups and deliveries in thousandths: fewest vehicles first, then least distance. */
export function readLiLim(text: string): Instance {
  const lines = text.trim().split('\n')
  const [[fleet, capacity], depot, ...stops] = lines.map((line) => line.trim().split(/\s+/).map(Number)) as number[][]
  const places = [depot!, ...stops]
  const durations = places.map(([, x, y]) =>
    places.map(([, toX, toY]) => Math.round(1000 * Math.hypot(x! - toX!, y! - toY!))),
  )
  const end = (row: number[]) => ({
    id: row[0]!,
    location_index: places.indexOf(row),
    service: row[6]! * 1000,
    time_windows: [[row[4]! * 1000, row[5]! * 1000]] as [number, number][],
  })
  const byId = new Map(stops.map((row) => [row[0]!, row]))
  const shipments = stops
    .filter((row) => row[3]! > 0)
    .map((row) => ({ pickup: end(row), delivery: end(byId.get(row[8]!)!), amount: [row[3]!] }))
  const vehicles = Array.from({ length: fleet! }, (_, i) => ({
    id: i + 1,
    start_index: 0,
    end_index: 0,
    capacity: [capacity!],
    costs: { fixed: VEHICLE },
    time_window: [depot![4]! * 1000, depot![5]! * 1000] as [number, number],
  }))
  return { problem: { jobs: [], shipments, vehicles, matrices: { car: { durations } } }, scale: 1000, fixed: VEHICLE }
}

/** The rows of numbers below a heading, up to the next one. */
function sections(text: string) {
  return (name: string): number[][] => {
    const from = text.indexOf(name) + name.length
    const rows = text.slice(from).split('\n').slice(1)
    const end = rows.findIndex((row) => /^[A-Z]/.test(row.trim()))
    return rows.slice(0, end).map((row) => row.trim().split(/\s+/).map(Number))
  }
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

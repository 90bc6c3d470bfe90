import type { VroomJob } from '#solver/json/vroom.ts'
import { euclidean, type Instance, withFleet } from './instance.ts'

/** Reads CVRPLIB's `.vrp` with EUC_2D distances, rounded to integers; vehicles cost nothing. */
export function readCvrp(text: string): Instance {
  const file = vrplib(text)
  const jobs = file.customers(([, demand]) => ({ delivery: [demand!] }))
  const durations = euclidean(file.places, 1, (value) => Math.floor(value + 0.5))
  const capacity = file.number('CAPACITY')
  // If only distance counts, no good plan has two routes that fit into one vehicle.
  const load = jobs.reduce((sum, { delivery }) => sum + delivery[0], 0)
  const most = Math.min(jobs.length, 2 * Math.ceil(load / capacity) + 1)
  return {
    problem: withFleet(jobs, durations, fleetOf(most, { capacity: [capacity] })),
    scale: 1,
  }
}

/** Where the depot and the customers of a file are, as [x, y]. */
export function readPlaces(text: string): number[][] {
  return vrplib(text).places
}

/**
 * Reads Gehring and Homberger's instances with prizes, truncated to tenths. A plan's value is its distance plus
 * missed prizes.
 */
export function readPrizes(text: string): Instance {
  const file = vrplib(text)
  const prizes = file.rows('PRIZE_SECTION')
  const jobs = file.customers(([, demand], i) => ({
    delivery: [demand!],
    service: file.number('SERVICE_TIME') * 10,
    time_windows: [file.window(i, 10)],
    prize: Math.floor(prizes[i][1] * 10),
  }))
  const vehicle = { capacity: [file.number('CAPACITY')], time_window: file.window(0, 10) }
  const fleet = fleetOf(file.number('VEHICLES'), vehicle)
  return { problem: withFleet(jobs, euclidean(file.places, 10, Math.floor), fleet), scale: 1 }
}

/** Reads several depots with windows and a maximum shift, rounded to thousandths. */
export function readSeveralDepots(text: string): Instance {
  const file = vrplib(text)
  const services = file.rows('SERVICE_TIME_SECTION')
  const jobs = file.customers(([, demand], i) => ({
    delivery: [demand!],
    service: services[i][1] * 1000,
    time_windows: [file.window(i, 1000)],
  }))
  const shift = file.given('VEHICLES_MAX_DURATION')
  const fleet = file.rows('VEHICLES_DEPOT_SECTION').map(([, depot]) => ({
    start_index: depot! - 1,
    end_index: depot! - 1,
    capacity: [file.number('CAPACITY')],
    time_window: file.window(depot! - 1, 1000),
    ...(shift === undefined ? {} : { max_shift: shift * 1000 }),
  }))
  return { problem: withFleet(jobs, euclidean(file.places, 1000, Math.round), fleet), scale: 1 }
}

/**
 * Reads a mixed fleet: distances rounded to thousandths, times each vehicle's cost per unit. The files have costs in
 * hundredths; a second costs per_hour / 3600, so a hundredth is 36 and nothing is rounded.
 */
export function readMixedFleet(text: string): Instance {
  const file = vrplib(text)
  const jobs = file.customers(([, demand]) => ({ delivery: [demand!] }))
  const fixed = file.rows('VEHICLES_FIXED_COST_SECTION')
  const unit = file.rows('VEHICLES_UNIT_DISTANCE_COST_SECTION')
  const fleet = file.rows('CAPACITY_SECTION').map(([, capacity], v) => ({
    capacity: [capacity!],
    costs: { fixed: (fixed[v]?.[1] ?? 0) * 10, per_hour: unit[v][1] * 36 },
  }))
  return { problem: withFleet(jobs, euclidean(file.places, 1000, Math.round), fleet), scale: 1000 }
}

/** Reads several trips and release times, truncated to tenths; the value is the distance. */
export function readSeveralTrips(text: string): Instance {
  const file = vrplib(text)
  const releases = file.rows('RELEASE_TIME_SECTION')
  const jobs = file.customers(([, demand], i) => ({
    delivery: [demand!],
    service: file.number('SERVICE_TIME') * 10,
    time_windows: [file.window(i, 10)],
    release: releases[i][1] * 10,
  }))
  const fleet = file.rows('VEHICLES_RELOAD_DEPOT_SECTION').map(() => ({
    capacity: [file.number('CAPACITY')],
    time_window: file.window(0, 10),
    reload: {},
  }))
  return { problem: withFleet(jobs, euclidean(file.places, 10, Math.floor), fleet), scale: 1 }
}

function fleetOf<T>(size: number, vehicle: T): T[] {
  return Array.from({ length: size }, () => vehicle)
}

/** A file in CVRPLIB's format: lines `NAME: value`, then sections of numbered rows. Depots come first. */
function vrplib(text: string) {
  const lines = text.split('\n').map((line) => line.trim())
  const given = (name: string) => {
    const line = lines.find((each) => each.startsWith(name) && /^\s*:/.test(each.slice(name.length)))
    return line === undefined ? undefined : Number(line.slice(line.indexOf(':') + 1))
  }
  const number = (name: string) => {
    const value = given(name)
    if (value === undefined || Number.isNaN(value)) throw new Error(`The file has no ${name}`)
    return value
  }
  const rows = (name: string): number[][] => {
    const from = lines.indexOf(name) + 1
    if (from === 0) return []
    const end = lines.findIndex((line, i) => i >= from && /^[A-Z]/.test(line))
    return lines.slice(from, end).flatMap((line) => (line === '' ? [] : [line.split(/\s+/).map(Number)]))
  }
  if (!/EDGE_WEIGHT_TYPE\s*:\s*EUC_2D/.test(text)) throw new Error('Only EUC_2D instances are read')
  const demands = rows('DEMAND_SECTION')
  const windows = rows('TIME_WINDOW_SECTION')
  const depots = rows('DEPOT_SECTION').filter(([depot]) => depot! > 0).length
  return {
    given,
    number,
    rows,
    places: rows('NODE_COORD_SECTION').map(([, x, y]) => [x!, y!]),
    window: (i: number, unit: number): [number, number] => [windows[i][1] * unit, windows[i][2] * unit],
    customers: <T extends Omit<VroomJob, 'id' | 'location_index'>>(read: (row: number[], i: number) => T) =>
      demands.slice(depots).map((row, j) => ({ id: row[0], location_index: depots + j, ...read(row, depots + j) })),
  }
}

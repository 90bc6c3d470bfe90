import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { makeCity } from './city.ts'
import { readHills, readTurns } from './directed.ts'
import type { Instance } from './instance.ts'
import { readLiLim, readSolomon } from './readers.ts'
import { readCvrp, readMixedFleet, readPrizes, readSeveralDepots, readSeveralTrips } from './vrplib.ts'

/** A set of instances: its short name, its folder, and its reader. */
export type BenchSet = {
  name: string
  title: string
  folder: string
  read: (text: string) => Instance
  /** Which instances of the folder are in it; all by default. */
  only?: RegExp
  /** Nobody else has solved it, so gaps are to the best that we have found. */
  isOwn?: boolean
}

const someOfX = /n(110|204|331|439|513|641|801|1001)-/

/** Every set that can be measured. */
export const sets: BenchSet[] = [
  { name: 'x', title: 'X', folder: 'cvrp-x', read: readCvrp },
  { name: 'xxl', title: 'Leuven1 and Antwerp1', folder: 'cvrp-xxl', read: readCvrp },
  { name: 'solomon', title: 'Solomon', folder: 'vrptw-solomon', read: readSolomon },
  { name: 'gh1000', title: 'Gehring and Homberger 1,000', folder: 'vrptw-gh1000', read: readSolomon },
  { name: 'lilim', title: 'Li and Lim', folder: 'pdptw-lilim', read: readLiLim },
  { name: 'mdvrptw', title: 'several depots', folder: 'mdvrptw', read: readSeveralDepots },
  { name: 'hfvrp', title: 'mixed fleet', folder: 'hfvrp', read: readMixedFleet },
  { name: 'pcvrptw', title: 'prizes', folder: 'pcvrptw', read: readPrizes },
  { name: 'mtvrptwr', title: 'several trips, release times', folder: 'mtvrptwr', read: readSeveralTrips },
  { name: '10k', title: '10,000 stops from coordinates', folder: '', read: () => makeCity(10_000, 1), isOwn: true },
  { name: '20k', title: '20,000 stops from coordinates', folder: '', read: () => makeCity(20_000, 1), isOwn: true },
  { name: 'hills', title: 'X on hills', folder: 'cvrp-x', read: readHills, only: someOfX },
  { name: 'turns', title: 'X along streets', folder: 'cvrp-x', read: readTurns, only: someOfX, isOwn: true },
]

export type BestKnown = {
  value: number
  /** NaN if missing. */
  routes: number
}

/** A set by its short name or its folder; throws an error that lists the names. */
export function setNamed(name: string): BenchSet {
  const found = sets.find((set) => set.name === name || (set.folder !== '' && set.folder === name))
  if (!found) throw new Error(`There is no set "${name}"; there are ${sets.map((set) => set.name).join(', ')}`)
  return found
}

/** The sets that have a folder below `root`. */
export function setsIn(root: string): BenchSet[] {
  const folders = new Set(readdirSync(root))
  return sets.filter(({ folder }) => folders.has(folder))
}

/** The names of a set's instances below `root`; a generated set has one, named after the set. */
export function instanceNames({ name, folder, only = /./ }: BenchSet, root: string): string[] {
  if (folder === '') return [name]
  const files = readdirSync(path.join(root, folder)).filter((file) => /\.(vrp|txt)$/.test(file))
  return files
    .map((file) => path.parse(file).name)
    .filter((each) => only.test(each))
    .sort()
}

/** Reads one instance of a set. */
export function readInstance({ folder, read }: BenchSet, root: string, name: string): Instance {
  if (folder === '') return read('')
  const extension = readdirSync(path.join(root, folder)).includes(`${name}.vrp`) ? 'vrp' : 'txt'
  return read(readFileSync(path.join(root, folder, `${name}.${extension}`), 'utf8'))
}

/** Best known values by `folder/instance`, from `best-known.csv` below `root`. */
export function readBestKnown(root: string): Map<string, BestKnown> {
  const [, ...lines] = readFileSync(path.join(root, 'best-known.csv'), 'utf8').trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [folder, name, value, routes] = line.split(',') as [string, string, string, string]
      return [`${folder}/${name}`, { value: inUnits(folder, Number(value)), routes: routes ? Number(routes) : NaN }]
    }),
  )
}

/** For mixed fleets, some values are published in the instances' units and some in 1/100,000 of them. */
function inUnits(folder: string, value: number): number {
  return folder === 'hfvrp' && value > 1e9 ? value / 1e5 : value
}

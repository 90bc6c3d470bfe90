import type { Job } from './jobs.ts'
import type { VroomInput } from '../json/vroom.ts'

/** The district of each job, numbered from 0, or -1; how many there are, and which number each name has. */
export type Districts = {
  of: Int32Array
  count: number
  numbers: ReadonlyMap<string, number>
}

/** Numbers the districts of a valid problem; nothing if none counts. */
export function readDistricts({ vehicles }: VroomInput, jobList: readonly Job[]): Districts | undefined {
  if (!vehicles.some(({ max_districts }) => max_districts !== undefined)) return undefined
  const names = [...new Set(jobList.flatMap(({ district }) => district ?? []))]
  if (names.length === 0) return undefined
  const numbers = new Map(names.map((name, i) => [name, i]))
  return { of: Int32Array.from(jobList, ({ district }) => numbers.get(district!) ?? -1), count: names.length, numbers }
}

/** Gives a job another district; false if that is none of those that the problem knows, and may count. */
export function moveToDistrict(
  { districts, input }: { districts: Districts | undefined; input: VroomInput },
  job: number,
  name: string | undefined,
): boolean {
  const number = name === undefined ? -1 : districts?.numbers.get(name)
  if (number === undefined) return !input.vehicles.some(({ max_districts }) => max_districts !== undefined)
  if (districts) districts.of[job] = number
  return true
}

/** In how many districts these jobs lie. */
export function countDistricts(districts: Districts | undefined, jobs: readonly number[]): number {
  if (!districts) return 0
  return new Set(jobs.map((job) => districts.of[job]).filter((district) => district >= 0)).size
}

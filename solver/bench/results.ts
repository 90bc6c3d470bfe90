import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Measurement } from './measurement.ts'
import { render } from './report.ts'

const file = path.join(import.meta.dirname, 'results.json')

/** All measurements on record. */
export function recorded(): Measurement[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measurement[]) : []
}

/** Puts a measurement in the place of an older one alike and renders results.md; false where that one knew more instances. */
export function record(measurement: Measurement): boolean {
  const all = recorded()
  const isAlike = (other: Measurement) =>
    (['set', 'seconds', 'threads', 'clock'] as const).every((key) => other[key] === measurement[key])
  const old = all.find(isAlike)
  if (old && old.instances.length > measurement.instances.length) return false
  const kept = [...all.filter((other) => other !== old), measurement]
  kept.sort((a, b) => a.set.localeCompare(b.set) || a.seconds - b.seconds || a.threads - b.threads)
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`)
  writeFileSync(path.join(import.meta.dirname, 'results.md'), render(kept))
  return true
}

/** The least value of ours on record for a set that nobody else has solved. */
export function ownBest(set: string): { value: number; routes: number } | undefined {
  const plans = recorded()
    .filter((each) => each.set === set)
    .flatMap(({ instances }) => instances.filter(({ unassigned }) => unassigned === 0))
  const best = plans.toSorted((a, b) => a.value - b.value)[0]
  return best && { value: best.value, routes: NaN }
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Measured, Measurement } from './measurement.ts'
import { render } from './report.ts'
import { setNamed } from './sets.ts'

const file = path.join(import.meta.dirname, 'results.json')

/** All measurements on record. */
export function recorded(): Measurement[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measurement[]) : []
}

/**
 * Replaces the older measurement of the same kind and renders results.md; false if the older one had more instances.
 */
export function record(measurement: Measurement): boolean {
  const all = recorded()
  const isAlike = (other: Measurement) =>
    (['set', 'seconds', 'threads', 'clock'] as const).every((key) => other[key] === measurement[key])
  const old = all.find(isAlike)
  if (old && old.instances.length > measurement.instances.length) return false
  const kept = againstOwnBest(measurement.set, [...all.filter((other) => other !== old), measurement])
  kept.sort((a, b) => a.set.localeCompare(b.set) || a.seconds - b.seconds || a.threads - b.threads)
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`)
  writeFileSync(path.join(import.meta.dirname, 'results.md'), render(kept))
  return true
}

/** The measurements, where sets that nobody else has solved have their gaps to our own best value. */
export function againstOwnBest(set: string, all: Measurement[]): Measurement[] {
  if (!setNamed(set).isOwn) return all
  const own = all.filter((each) => each.set === set)
  const complete = own.flatMap(({ instances }) => instances.filter((each) => each.unassigned === 0))
  const compare = (each: Measured): Measured => {
    const values = complete.filter(({ name }) => name === each.name).map(({ value }) => value)
    if (own.length < 2 || each.unassigned > 0) return { ...each, best: null, gap: null }
    const best = Math.min(...values)
    return { ...each, best, gap: (each.value / best - 1) * 100 }
  }
  return all.map((each) => (each.set === set ? { ...each, instances: each.instances.map(compare) } : each))
}

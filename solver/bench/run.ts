import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { check, solve } from '#solver/index.ts'
import { type Instance, readCvrp, readSolomon } from './readers.ts'

const readers: Record<string, (text: string) => Instance> = {
  'cvrp-x': readCvrp,
  'cvrp-xxl': readCvrp,
  'vrptw-solomon': readSolomon,
  'vrptw-gh1000': readSolomon,
}

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string' },
    budget: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    instances: { type: 'string' },
    'instances-dir': { type: 'string', default: path.join(import.meta.dirname, 'instances') },
  },
})
const folder = flags['instances-dir']
const wanted = flags.instances?.split(',')
const sets = flags.set ? [flags.set] : Object.keys(readers)
const bestKnown = readBestKnown()

console.log(`${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, Node ${process.version}`)
console.log(`${flags.budget} s per instance, one thread, seed ${flags.seed}\n`)
console.log('| Instance | Cost | Best known | Gap % | Routes | Iterations/s |\n|---|---|---|---|---|---|')
for (const set of sets) {
  const read = readers[set]
  if (!read) throw new Error(`There is no set "${set}"; known are ${Object.keys(readers).join(', ')}`)
  const gaps: number[] = []
  for (const name of instanceNames(set)) gaps.push(run(set, name, read))
  if (gaps.length > 1) console.log(`| **${set}** | | | **${mean(gaps).toFixed(2)}** | | |`)
}

function run(set: string, file: string, read: (text: string) => Instance): number {
  const name = path.parse(file).name
  const { problem, scale } = read(readFileSync(path.join(folder, set, file), 'utf8'))
  let iterations = 0
  let seconds = 0
  const plan = solve(problem, {
    timeLimitSeconds: Number(flags.budget),
    seed: Number(flags.seed),
    now: () => performance.now(),
    onProgress: (progress) => ({ iterations, elapsedSeconds: seconds } = progress as never),
  })
  const { errors } = check(problem, plan)
  if (errors.length > 0 || plan.unassigned.length > 0) throw new Error(`${name} is not solved: ${errors[0]}`)
  const cost = plan.summary.cost / scale
  const best = bestKnown.get(`${set},${name}`)
  const gap = best === undefined ? NaN : (cost / best - 1) * 100
  const speed = Math.round(iterations / seconds / 1000)
  console.log(`| ${name} | ${cost} | ${best ?? ''} | ${gap.toFixed(2)} | ${plan.routes.length} | ${speed},000 |`)
  return gap
}

function instanceNames(set: string): string[] {
  const files = readdirSync(path.join(folder, set)).filter((file) => /\.(vrp|txt)$/.test(file))
  return files.filter((file) => !wanted || wanted.includes(path.parse(file).name)).sort()
}

function readBestKnown(): Map<string, number> {
  const lines = readFileSync(path.join(folder, 'best-known.csv'), 'utf8').trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [set, name, value] = line.split(',')
      return [`${set},${name}`, Number(value)]
    }),
  )
}

function mean(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}

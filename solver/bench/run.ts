import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { check, solve } from '#solver/index.ts'
import { type Instance, readCvrp, readLiLim, readPrizes, readSolomon } from './readers.ts'

const readers: Record<string, (text: string) => Instance> = {
  'cvrp-x': readCvrp,
  'cvrp-xxl': readCvrp,
  'vrptw-solomon': readSolomon,
  'vrptw-gh1000': readSolomon,
  'pdptw-lilim': readLiLim,
  pcvrptw: readPrizes,
}

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string' },
    time: { type: 'string', default: '10' },
    cpu: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    instances: { type: 'string' },
    'instances-dir': { type: 'string', default: path.join(import.meta.dirname, 'instances') },
  },
})
const folder = flags['instances-dir']
const wanted = flags.instances?.split(',')
const sets = flags.set ? [flags.set] : readdirSync(folder).filter((name) => readers[name])
const bestKnown = readBestKnown()
/** With --cpu the budget is processor time of this thread, which other work on the machine does not eat up. */
const now = flags.cpu ? cpuMilliseconds : () => performance.now()

console.log(`${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, Node ${process.version}`)
console.log(`${flags.time} s ${flags.cpu ? 'of processor time ' : ''}per instance, one thread, seed ${flags.seed}\n`)
console.log('| Instance | Cost | Best known | Gap % | Routes | Iterations/s |\n|---|---|---|---|---|---|')
for (const set of sets) {
  const read = readers[set]
  if (!read) throw new Error(`There is no set "${set}"; known are ${Object.keys(readers).join(', ')}`)
  const gaps: number[] = []
  for (const name of instanceNames(set)) gaps.push(run(set, name, read))
  const compared = gaps.filter(Number.isFinite)
  if (gaps.length > 1) console.log(`| **${set}** | | | **${mean(compared).toFixed(2)}** | | |`)
}

function run(set: string, file: string, read: (text: string) => Instance): number {
  const name = path.parse(file).name
  const { problem, scale, fixed = 0 } = read(readFileSync(path.join(folder, set, file), 'utf8'))
  let iterations = 0
  let seconds = 0
  const plan = solve(problem, {
    timeLimitSeconds: Number(flags.time),
    seed: Number(flags.seed),
    now,
    onProgress: (progress) => ({ iterations, elapsedSeconds: seconds } = progress as never),
  })
  const { errors } = check(problem, plan)
  const missed = plan.summary.missed_prizes ?? 0
  if (errors.length > 0) throw new Error(`${name} is not solved: ${errors[0]}`)
  const isWhole = plan.unassigned.length === 0 || problem.jobs.some((job) => job.prize !== undefined)
  const cost = Math.round(plan.summary.cost - fixed * plan.routes.length + missed) / scale
  const best = bestKnown.get(`${set},${name}`)
  // Where fewer vehicles count before less distance, only equal numbers compare.
  const isAlike = isWhole && (fixed === 0 || plan.routes.length === best?.routes)
  const gap = best && isAlike ? (cost / best.value - 1) * 100 : NaN
  const routes = fixed === 0 ? plan.routes.length : `${plan.routes.length} (best ${best?.routes})`
  const speed = Math.round(iterations / seconds / 1000)
  const told = Number.isNaN(gap) ? '–' : gap.toFixed(2)
  console.log(`| ${name} | ${cost} | ${best?.value ?? ''} | ${told} | ${routes} | ${speed},000 |`)
  return gap
}

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function instanceNames(set: string): string[] {
  const files = readdirSync(path.join(folder, set)).filter((file) => /\.(vrp|txt)$/.test(file))
  return files.filter((file) => !wanted || wanted.includes(path.parse(file).name)).sort()
}

function readBestKnown() {
  const lines = readFileSync(path.join(folder, 'best-known.csv'), 'utf8').trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [set, name, value, routes] = line.split(',')
      return [`${set},${name}`, { value: Number(value), routes: Number(routes) }]
    }),
  )
}

function mean(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}

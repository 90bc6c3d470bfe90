import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { check, type SolveProgress, type VroomInput, type VroomOutput } from '#solver/index.ts'
import { valueOf } from './instance.ts'
import { averageGap, type Measured, type Measurement } from './measurement.ts'
import { record } from './results.ts'
import { type BenchSet, instanceNames, readBestKnown, readInstance, setNamed, setsIn } from './sets.ts'

export type BenchRequest = {
  seconds: number
  threads: number
  seed: number
  clock: 'wall' | 'processor'
}

/** Solves a problem within its budget, or until `stop`; reports progress with the number of the thread. */
export type BenchSolver = (
  problem: VroomInput,
  request: BenchRequest,
  onProgress: (progress: Omit<SolveProgress, 'plan'>, thread: number) => void,
  stop: AbortSignal,
) => Promise<VroomOutput>

const helpText = `npm run bench -- solver [--set NAMES] [--time SECONDS] [--threads N] [--seed N] [--cpu] [--until-best]
                       [--instances NAMES] [--instances-dir FOLDER]

  --set            by commas: x, xxl, solomon, gh1000, lilim, mdvrptw, hfvrp, pcvrptw, mtvrptwr, 10k, 20k, hills, turns,
                   or folder names
  --time           seconds for each instance (10)
  --threads        searches that tell each other of their best plans (1)
  --cpu            the budget is processor time, which other work on the machine does not eat up
  --until-best     ends a search that has reached the best known value: more time would not change it. Without a best known
                   value, or where vehicles count before distance, a search takes its whole time
  --instances      only these, by commas; printed, and on record unless more were measured before
  --instances-dir  ../shared/bench beside the project where it exists, else the few instances in the repository
`

/** Measures sets of instances, prints a line per instance, and keeps the figures in results.json and results.md. */
export async function bench(args: string[], solve: BenchSolver): Promise<void> {
  const settings = readFlags(args)
  if (!settings) return void console.log(helpText)
  const { chosen, folder, wanted, endsAtBest, request } = settings
  const bestKnown = readBestKnown(folder)
  const { seconds, threads, seed, clock } = request
  console.log(
    `${seconds} s${clock === 'processor' ? ' of processor time' : ''} an instance, ${threads} thread(s), seed ${seed}\n`,
  )
  for (const set of chosen) {
    const names = instanceNames(set, folder).filter((name) => !wanted || wanted.includes(name))
    if (names.length === 0) continue
    console.log(
      `| ${set.title} | Value | Best known | Gap % | Routes | Iterations/s | First plan s |\n|---|---|---|---|---|---|---|`,
    )
    const instances: Measured[] = []
    for (const name of names) {
      const known = set.isOwn ? undefined : bestKnown.get(`${set.folder}/${name}`)
      instances.push(await measure(set, folder, name, { known, endsAtBest }, request, solve))
      console.log(row(instances.at(-1)!))
    }
    const { value, of } = averageGap(instances)
    const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
    console.log(`| **average of ${of}** | | | **${value?.toFixed(2) ?? '–'}** | | | |`)
    console.log(`\nAt most ${peakMegabytes} MB of memory so far.\n`)
    const measurement: Measurement = {
      set: set.name,
      seconds,
      threads,
      clock,
      seed,
      machine: `${os.cpus()[0]?.model ?? process.arch}, ${os.availableParallelism()} cores, Node ${process.versions.node}`,
      date: new Date().toISOString().slice(0, 10),
      peakMegabytes,
      instances,
    }
    if (!record(measurement)) console.log('More instances of this set are on record: results.md stays as it is.\n')
  }
}

async function measure(
  set: BenchSet,
  folder: string,
  name: string,
  { known, endsAtBest }: { known: { value: number; routes: number } | undefined; endsAtBest: boolean },
  request: BenchRequest,
  solve: BenchSolver,
): Promise<Measured> {
  const instance = readInstance(set, folder, name)
  const { problem, fixed = 0 } = instance
  const latest: Omit<SolveProgress, 'plan'>[] = []
  let firstPlanSeconds = Infinity
  const enough = endsAtBest && known && fixed === 0 ? known.value * instance.scale : -Infinity
  const isEnough = new AbortController()
  const onProgress = (progress: Omit<SolveProgress, 'plan'>, thread: number) => {
    latest[thread] = progress
    firstPlanSeconds = Math.min(firstPlanSeconds, progress.elapsedSeconds!)
    if (progress.unassigned === 0 && progress.cost <= enough) isEnough.abort()
  }
  const plan = await solve(problem, request, onProgress, isEnough.signal)
  const { errors } = check(problem, plan)
  if (errors.length > 0) throw new Error(`${name} is not solved: ${errors[0]}`)
  const left = plan.unassigned.filter(({ id }) => problem.jobs.find((job) => job.id === id)?.prize === undefined).length
  // Where vehicles count before distance, only equal numbers of vehicles compare.
  const isAlike = left === 0 && (fixed === 0 || plan.routes.length === known?.routes)
  const value = valueOf(instance, plan)
  return {
    name,
    value,
    best: known?.value ?? null,
    gap: known && isAlike ? (value / known.value - 1) * 100 : null,
    routes: plan.routes.length,
    bestRoutes: known?.routes || null,
    unassigned: left,
    iterationsPerSecond: Math.round(
      latest.reduce((sum, { iterations, elapsedSeconds }) => sum + iterations / elapsedSeconds!, 0),
    ),
    firstPlanSeconds,
  }
}

function row({ name, value, best, gap, routes, bestRoutes, unassigned, ...speed }: Measured): string {
  const told = gap === null ? (unassigned > 0 ? `${unassigned} left out` : '–') : gap.toFixed(2)
  const count = bestRoutes === null ? routes : `${routes} (${bestRoutes})`
  return `| ${name} | ${value} | ${best ?? ''} | ${told} | ${count} | ${speed.iterationsPerSecond} | ${speed.firstPlanSeconds.toFixed(2)} |`
}

function readFlags(args: string[]) {
  const { values: flags } = parseArgs({
    args,
    options: {
      set: { type: 'string' },
      time: { type: 'string', default: '10' },
      threads: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      cpu: { type: 'boolean', default: false },
      'until-best': { type: 'boolean', default: false },
      instances: { type: 'string' },
      'instances-dir': { type: 'string', default: defaultFolder() },
      help: { type: 'boolean', default: false },
    },
  })
  if (flags.help) return undefined
  const folder = flags['instances-dir']
  const number = (name: string, text: string, isRight: (value: number) => boolean) => {
    if (!isRight(Number(text))) throw new Error(`--${name} cannot be "${text}"`)
    return Number(text)
  }
  return {
    folder,
    chosen: flags.set ? flags.set.split(',').map(setNamed) : setsIn(folder),
    wanted: flags.instances?.split(','),
    endsAtBest: flags['until-best'],
    request: {
      seconds: number('time', flags.time, (value) => value > 0),
      threads: number('threads', flags.threads, (value) => Number.isInteger(value) && value > 0),
      seed: number('seed', flags.seed, Number.isInteger),
      clock: flags.cpu ? ('processor' as const) : ('wall' as const),
    },
  }
}

function defaultFolder(): string {
  const shared = path.join(import.meta.dirname, '../../../shared/bench')
  return existsSync(shared) ? shared : path.join(import.meta.dirname, 'instances')
}

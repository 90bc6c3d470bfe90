import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RefusedError, writtenPlan } from '#server/engine/answer.ts'
import { openEngine } from '#server/engine/engine.ts'
import type { Progress } from '#server/engine/protocol.ts'
import type { VroomFailure, VroomInput } from '#solver/index.ts'
import { keepCompiled } from './keep-compiled.ts'

const help = `Optimizes routes: takes a problem and prints a plan, both in VROOM's JSON.

  npm run -s optimize -- problem.json [options]      "-" reads standard input

  --plan-mode, -c        keep each vehicle's steps in order, choose times, and report violations
  --time-limit SECONDS   search for this long (fractions allowed)
  --iterations N         search for N iterations, with the same plan on every machine
  --until-settled        end before these limits once no better plan is to be expected
  --threads N            run N searches that share their best plans (1)
  --seed N               first seed (0)
  --quiet                print no progress on standard error
  --help                 show this text

Without a limit, the number of iterations depends on the number of jobs.
Exit codes: 0 plan, 1 internal error, 2 invalid problem or option.
`

class UsageError extends Error {}

type Settings = {
  file: string
  planMode: boolean
  threads: number
  seed: number
  timeLimitSeconds: number | undefined
  iterationLimit: number | undefined
  untilSettled: boolean
  quiet: boolean
}

process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const settings = readFlags()
    if (!settings) {
      process.stdout.write(help)
      return 0
    }
    const problem = readProblem(settings.file)
    process.stdout.write(`${await optimize(problem, settings)}\n`)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof RefusedError
    const code = isUsage ? 2 : 1
    const message = error instanceof Error ? error.message : String(error)
    const failure: VroomFailure = { code, error: message }
    process.stdout.write(`${JSON.stringify(failure)}\n`)
    process.stderr.write(`${code === 1 ? 'Internal error: ' : ''}${message}\n`)
    return code
  }
}

async function optimize(problem: VroomInput, { quiet, file: _, ...request }: Settings): Promise<string> {
  keepCompiled()
  const engine = openEngine(request.threads)
  try {
    const onProgress = quiet ? () => {} : progressLines()
    return writtenPlan(await engine.solve({ problem, ...request }, { onProgress, onLost: console.error }))
  } finally {
    await engine.stop()
  }
}

function readFlags(): Settings | undefined {
  const { values, positionals } = parse()
  if (values.help) return undefined
  if (positionals.length !== 1) throw new UsageError('Give one problem file, or - for standard input (see --help)')
  const searching = ['time-limit', 'iterations', 'until-settled'] as const
  for (const flag of searching)
    if (values['plan-mode'] && values[flag])
      throw new UsageError(`--${flag} is not allowed in plan mode, which does not search`)
  return {
    file: positionals[0]!,
    planMode: values['plan-mode'],
    threads: wholeNumber('--threads', values.threads, 1, 64),
    seed: wholeNumber('--seed', values.seed, 0, 2 ** 31 - 1),
    timeLimitSeconds: values['time-limit'] === undefined ? undefined : seconds(values['time-limit']),
    iterationLimit:
      values.iterations === undefined ? undefined : wholeNumber('--iterations', values.iterations, 0, 1e12),
    untilSettled: values['until-settled'],
    quiet: values.quiet,
  }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'plan-mode': { type: 'boolean', short: 'c', default: false },
        'time-limit': { type: 'string' },
        iterations: { type: 'string' },
        'until-settled': { type: 'boolean', default: false },
        threads: { type: 'string', default: '1' },
        seed: { type: 'string', default: '0' },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError(`${flag} must be an integer from ${least} to ${most}, not "${text}"`)
  return value
}

function seconds(text: string): number {
  const value = Number(text)
  if (!/^\d*\.?\d+$/.test(text)) throw new UsageError(`--time-limit must be a number of seconds, not "${text}"`)
  return value
}

function readProblem(file: string): VroomInput {
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text) as VroomInput
  } catch (error) {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON: ${(error as Error).message}`)
  }
}

function isBetter(a: Progress, b: Progress): boolean {
  return a.unassigned < b.unassigned || (a.unassigned === b.unassigned && a.cost < b.cost)
}

/** Prints each plan that is better than all before it, from any thread. */
function progressLines(): (progress: Progress) => void {
  let shown: Progress | undefined
  return (progress) => {
    if (shown && !isBetter(progress, shown)) return
    shown = progress
    const { elapsedSeconds, cost, routes, unassigned, iterations } = progress
    const at = `${(elapsedSeconds ?? 0).toFixed(1)} s`
    process.stderr.write(`${at}  cost ${cost}  routes ${routes}  unassigned ${unassigned}  iteration ${iterations}\n`)
  }
}

import { type Goal, goals, peers } from './goals.ts'
import { averageGap, type Measured, type Measurement } from './measurement.ts'
import { setNamed } from './sets.ts'

/** Renders the record as a page: goals with measurements, other solvers, then each set's instances. */
export function render(measurements: Measurement[]): string {
  const parts = [
    '# Measured',
    'Written by `npm run bench -- solver` from `results.json`: do not edit either by hand. Gaps are to the best known value of each set,\nin percent, and every plan passed `check`. What was tried is in [experiments.md](experiments.md).',
    `## Goals\n\n${goalTable(measurements)}`,
    `## Other solvers\n\nTheir figures cover whole public sets or the instances named; ours cover the instances below.\n\n${peerTable(measurements)}`,
    ...measurements.map(setPart),
  ]
  return `${parts.join('\n\n')}\n`
}

function goalTable(measurements: Measurement[]): string {
  const rows = goals.map((goal) => {
    const one = gapOf(measurements, goal, 1)
    return [
      goal.title,
      `${goal.seconds} s${kindOf(goal.clock)}`,
      String(goal.percent),
      one.told,
      verdict(one.value, goal.percent),
      gapOf(measurements, goal, 2).told,
    ]
  })
  return table(['Set', 'Budget', 'Goal %', 'One thread %', '', 'Two threads %'], rows)
}

function gapOf(
  measurements: Measurement[],
  { set, seconds, clock = 'wall', only }: Omit<Goal, 'title' | 'percent'>,
  threads: number,
) {
  const found = measurements.find(
    (each) => each.set === set && each.seconds === seconds && each.clock === clock && each.threads === threads,
  )
  if (!found) return { value: undefined, told: '' }
  const counted = found.instances.filter(({ name }) => !only || only.test(name))
  const { value, of } = averageGap(counted)
  if (value === undefined) return { value, told: 'none compares' }
  const part = of < counted.length ? ` (${of} of ${counted.length} compare)` : counted.length > 1 ? ` (${of})` : ''
  return { value: of < counted.length ? undefined : value, told: `${value.toFixed(2)}${part}` }
}

function kindOf(clock: Goal['clock']): string {
  return clock === 'processor' ? ' of processor time' : ''
}

function exactly(name: string | undefined): RegExp | undefined {
  return name === undefined ? undefined : new RegExp(`^${name}$`)
}

function verdict(value: number | undefined, percent: number): string {
  if (value === undefined) return ''
  return value <= percent ? 'reached' : `missed by ${(value - percent).toFixed(2)}`
}

function peerTable(measurements: Measurement[]): string {
  const rows = peers.map(({ solver, set, of, only = exactly(of), time, percent }) => {
    const ours = [10, 60].map((budget) => gapOf(measurements, { set, seconds: budget, ...(only && { only }) }, 1).told)
    return [of ?? setNamed(set).title, solver, time, percent.toFixed(2), ...ours]
  })
  return table(['Set or instance', 'Solver', 'Time', 'Gap %', 'Ours in 10 s %', 'Ours in 60 s %'], rows)
}

function setPart({ set, seconds, threads, clock, seed, machine, date, peakMegabytes, instances }: Measurement): string {
  const { title } = setNamed(set)
  const budget = `${seconds} s${kindOf(clock)}`
  const rows = instances.map(instanceRow)
  const { value, of } = averageGap(instances)
  if (value !== undefined && instances.length > 1)
    rows.push([`**average of ${of}**`, '', '', `**${value.toFixed(2)}**`, '', '', ''])
  const head = ['Instance', 'Value', 'Best known', 'Gap %', 'Routes (best)', 'Iterations/s', 'First plan s']
  const told = `${date}, ${machine}, seed ${seed}, at most ${peakMegabytes} MB.`
  return `## ${title}, ${budget}, ${threads === 1 ? 'one thread' : `${threads} threads`}\n\n${told}\n\n${table(head, rows)}`
}

function instanceRow(measured: Measured): string[] {
  const { name, value, best, gap, routes, bestRoutes, unassigned, iterationsPerSecond, firstPlanSeconds } = measured
  const why = unassigned > 0 ? `${unassigned} left out` : '–'
  return [
    name,
    String(value),
    best === null ? '' : String(best),
    gap === null ? why : gap.toFixed(2),
    bestRoutes === null ? String(routes) : `${routes} (${bestRoutes})`,
    String(iterationsPerSecond),
    firstPlanSeconds.toFixed(2),
  ]
}

/** A table with aligned columns, as the formatter writes it. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, i) => Math.max(3, title.length, ...rows.map((row) => row[i].length)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addCounts, countPlaywright, countRun, countVitest, summaryLine } from './reports.ts'
import type { Count } from './reports.ts'
import { runCommand, runSteps, staticSteps } from './steps.ts'
import type { Step } from './steps.ts'
import { root, tool } from './tools.ts'

const parts = ['unit', 'server', 'e2e']
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
if (only !== undefined && !parts.includes(only)) {
  console.error(`npm test -- --only takes one of ${parts.join(', ')}.`)
  process.exit(2)
}

const reports = join(root, 'build/.cache')
mkdirSync(reports, { recursive: true })

const counts: Count[] = []
if (only === undefined) counts.push(await countSteps(staticSteps))
if (only === undefined || only === 'unit') counts.push(await runVitest('unit'))
if (only === undefined || only === 'server') counts.push(await runVitest('server'))
if (only === undefined || only === 'e2e') counts.push(...(await runJourneys()))

const total = addCounts(counts)
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(summaryLine(total))

async function countSteps(steps: Step[]): Promise<Count> {
  const outcomes = await runSteps(steps)
  const passed = outcomes.filter((outcome) => outcome.ok).length
  return { passed, failed: outcomes.length - passed, skipped: 0 }
}

async function runVitest(project: string): Promise<Count> {
  const report = join(reports, `${project}.json`)
  rmSync(report, { force: true })
  console.log(`\n${project} tests`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runCommand([tool('vitest'), 'run', '--project', project, ...reporters], { show: true })
  return countRun(readIfThere(report), countVitest, code)
}

/** The journeys use the built product: a build that fails is the one failure there is to see. */
async function runJourneys(): Promise<Count[]> {
  console.log('\nbrowser journeys')
  const built = await countSteps([{ name: 'build', commands: [[process.execPath, 'scripts/build.ts']] }])
  if (built.failed > 0) return [built]
  const report = join(reports, 'e2e.json')
  rmSync(report, { force: true })
  const { code } = await runCommand([tool('playwright'), 'test'], { show: true, minutes: 30 })
  return [built, countRun(readIfThere(report), countPlaywright, code)]
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

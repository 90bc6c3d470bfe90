import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  addCounts,
  countPlaywright,
  countRun,
  countVitest,
  settled,
  summaryLine,
  testsOfPlaywright,
  testsOfVitest,
  titlesPattern,
} from './reports.ts'
import type { Count, RanTest } from './reports.ts'
import { coverageDocuments, notPassed, readRows } from './spec-coverage.ts'
import { installForTests } from './packages.ts'
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

/** How long the tests of one part may take: five times what they take on a machine with two idle processors. */
const mostMinutes = 45

/** More flaky journeys than these are not chance. */
const mostFlaky = 3
mkdirSync(reports, { recursive: true })

const counts: Count[] = []
const ran: RanTest[] = []
if (only !== 'e2e') installForTests()
if (only === undefined) counts.push(await countSteps(staticSteps))
if (only === undefined || only === 'unit') counts.push(await runVitest('unit'))
if (only === undefined || only === 'server') counts.push(await runVitest('server'))
if (only === undefined || only === 'e2e') counts.push(...(await runJourneys()))
if (only === undefined) counts.push(countCoverage())

const total = addCounts(counts)
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(summaryLine(total))

async function countSteps(steps: Step[]): Promise<Count> {
  const outcomes = await runSteps(steps)
  const passed = outcomes.filter((outcome) => outcome.ok).length
  return { passed, failed: outcomes.length - passed, skipped: 0 }
}

async function runVitest(project: string): Promise<Count> {
  const path = join(reports, `${project}.json`)
  rmSync(path, { force: true })
  console.log(`\n${project} tests`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${path}`]
  const command = [tool('vitest'), 'run', '--project', project, ...reporters]
  const { code } = await runCommand(command, { show: true, minutes: mostMinutes })
  const report = readIfThere(path)
  if (report !== undefined) ran.push(...testsOfVitest(report, root))
  return countRun(report, countVitest, code)
}

/** The journeys use the built product, so a failed build is the only failure there is to report. */
async function runJourneys(): Promise<Count[]> {
  console.log('\nbrowser journeys')
  const built = await countSteps([{ name: 'build', commands: [[process.execPath, 'scripts/build.ts']] }])
  if (built.failed > 0) return [built]
  const path = join(reports, 'e2e.json')
  rmSync(path, { force: true })
  const { code } = await runCommand([tool('playwright'), 'test'], { show: true, minutes: mostMinutes })
  const report = readIfThere(path)
  const journeys = report === undefined ? [] : testsOfPlaywright(report, root)
  const isSettled = await passesAlone(journeys.filter(({ status }) => status === 'flaky'))
  ran.push(...(isSettled ? journeys.map(settled) : journeys))
  return [built, countRun(report, (text) => countPlaywright(text, isSettled), code)]
}

/** Whether journeys that passed only at their second try pass three times in a row when nothing runs beside them. */
async function passesAlone(flaky: RanTest[]): Promise<boolean> {
  for (const { path, title } of flaky) console.log(`FLAKY  ${path}: ${title} passed only at its second try`)
  if (flaky.length === 0 || flaky.length > mostFlaky) return false
  const files = [...new Set(flaky.map(({ path }) => path))]
  const titles = ['--grep', titlesPattern(flaky)]
  const strictly = ['--repeat-each=3', '--retries=0', '--workers=1', '--reporter=list']
  console.log('\nthe same, three times more and alone')
  const { code } = await runCommand([tool('playwright'), 'test', ...files, ...titles, ...strictly], {
    show: true,
    minutes: 20,
  })
  return code === 0
}

/** Every test that a document names as proof has to pass in a full run; one that is skipped proves nothing. */
function countCoverage(): Count {
  const counted = coverageDocuments.map((document) => {
    const named = readRows(document).flatMap((row) => row.tests)
    const missing = notPassed(named, ran)
    for (const { path, title = 'any test' } of missing) {
      console.log(`FAILED ${document} names ${path}: ${title}, which did not pass`)
    }
    if (missing.length === 0) console.log(`ok     all tests that ${document} names ran and passed`)
    return { passed: missing.length === 0 ? 1 : 0, failed: missing.length, skipped: 0 }
  })
  return addCounts(counted)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

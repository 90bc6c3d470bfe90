import { checkAdvisories } from './advisories.ts'
import { runSteps, staticSteps } from './steps.ts'
import { tool } from './tools.ts'

const unitTests = { name: 'unit tests', commands: [[tool('vitest'), 'run', '--project', 'unit', '--reporter', 'dot']] }

const outcomes = await runSteps([...staticSteps, unitTests])
// Only here: a full test run says the same with and without a network.
const hasNoAdvisory = await checkAdvisories(new Date().toISOString().slice(0, 10))
if (!hasNoAdvisory || outcomes.some((outcome) => !outcome.ok)) process.exitCode = 1

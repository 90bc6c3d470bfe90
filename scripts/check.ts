import { runSteps, staticSteps } from './steps.ts'
import { tool } from './tools.ts'

const unitTests = { name: 'unit tests', commands: [[tool('vitest'), 'run', '--project', 'unit', '--reporter', 'dot']] }

const outcomes = await runSteps([...staticSteps, unitTests])
if (outcomes.some((outcome) => !outcome.ok)) process.exitCode = 1

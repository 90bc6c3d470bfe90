// npm run contract [-- --accept-breaking]: records what was added to the API in docs/contract.yaml.
import { parseArgs } from 'node:util'
import { breakingChanges } from './contract/compare.ts'
import { currentContract, readContract, writeContract } from './contract/stored.ts'

const { values } = parseArgs({ options: { 'accept-breaking': { type: 'boolean', default: false } } })
const current = currentContract()
const broken = breakingChanges(readContract(), current, new Date().toISOString().slice(0, 10))
for (const sentence of broken) process.stdout.write(`${sentence}\n`)

if (broken.length > 0 && !values['accept-breaking']) {
  process.stdout.write('Programs rely on this. Keep it and deprecate it: docs/api.md, "Changes".\n')
  process.exitCode = 1
} else {
  writeContract(current)
  process.stdout.write('docs/contract.yaml is up to date.\n')
}

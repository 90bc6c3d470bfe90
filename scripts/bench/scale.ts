/*
 * Many servers: npm run bench -- scale [PART…], all parts without one.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const parts = readdirSync(join(import.meta.dirname, 'scale'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = wanted.find((name) => !parts.includes(name))
if (unknown) throw new Error(`There is no part ${unknown} of scale: choose of ${parts.join(', ')}.`)

for (const part of wanted.length ? wanted : parts) {
  console.log(`\n${part}`)
  const { run } = (await import(`./scale/${part}.ts`)) as { run: () => Promise<void> }
  await run()
}

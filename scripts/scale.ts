import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readUnits } from './measure/units.ts'
import { usual, type Assumptions } from './scale/assumptions.ts'
import { fillPage, scaleTables } from './scale/tables.ts'
import { root } from './tools.ts'

const help = `Works out what many deliveries and drivers take, from what was measured (docs/scale-units.json).

  npm run scale                      writes the tables of docs/scale.md again
  npm run scale -- NAME=VALUE …      prints them with other assumptions, such as drivers=5000 deliveriesPerDay=60000
  npm run scale -- --help            shows this text; docs/scale.md names all assumptions
`

const page = join(root, 'docs/scale.md')
const given = process.argv.slice(2)

if (given.includes('--help')) console.log(help)
else if (given.length === 0) {
  await writeFile(page, fillPage(await readFile(page, 'utf8'), scaleTables(await readUnits(), usual)))
  console.log('docs/scale.md is written. Format it with npm run format.')
} else {
  const changed = readChanges(given)
  if (changed) {
    const { units: _, assumptions: __, ...tables } = scaleTables(await readUnits(), { ...usual, ...changed })
    console.log(Object.values(tables).join('\n\n'))
  }
}

/** Undefined, and a sentence that says why, if something cannot be an assumption. */
function readChanges(texts: readonly string[]): Partial<Assumptions> | undefined {
  const changed: Partial<Assumptions> = {}
  for (const text of texts) {
    const [name = '', value] = text.split('=')
    if (!(name in usual) || !(Number(value) > 0)) {
      console.error(`${text} is no assumption with a positive number. ${help}`)
      process.exitCode = 2
      return undefined
    }
    changed[name as keyof Assumptions] = Number(value)
  }
  return changed
}

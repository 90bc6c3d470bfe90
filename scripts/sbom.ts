// npm run sbom [-- FILE]: writes the bill of materials of this version, in CycloneDX.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'
import { root } from './tools.ts'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const file = resolve(process.argv[2] ?? join(root, `dist/karta-${lock.version}.cdx.json`))
const bill = billOfMaterials(lock, { at: new Date().toISOString(), serial: randomUUID() })
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.error(`${bill.components.length} packages`)
console.log(file)

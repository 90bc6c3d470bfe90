import { cpus } from 'node:os'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../tools.ts'

/** What one of something costs, and where the figure is from. */
export type Unit = { value: number; command: string; machine: string; date: string }
export type Units = Record<string, Unit>

const file = join(root, 'docs/scale-units.json')

/** The figures that the capacity model reckons with. */
export const readUnits = async (): Promise<Units> => JSON.parse(await readFile(file, 'utf8')) as Units

/** Writes what was measured on this machine today. Other figures stay. */
export async function saveUnits(command: string, measured: Record<string, number>): Promise<void> {
  const processors = cpus()
  const machine = `${processors[0]?.model ?? process.arch}, ${processors.length} cores, Node ${process.versions.node}`
  const date = new Date().toISOString().slice(0, 10)
  const units = await readUnits()
  for (const [name, value] of Object.entries(measured)) {
    units[name] = { value: Number(value.toPrecision(3)), command, machine, date }
  }
  await writeFile(file, `${JSON.stringify(units, null, 2)}\n`)
  console.log(
    `Saved ${Object.keys(measured).length} figures in docs/scale-units.json; npm run scale reckons with them.`,
  )
}

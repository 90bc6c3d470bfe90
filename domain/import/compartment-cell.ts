import type { Compartment } from '../schema/compartment.ts'
import { toTemperatures } from './order-cells.ts'

const rooms = { kg: 'capacity_kg', l: 'capacity_l', pcs: 'capacity_units' } as const
const room = /^(\d+(?:[.,]\d+)?)\s*(kg|l|liters?|litres?|pcs|pieces?)$/i

/** Compartments as people write them in one cell: `Cold: 2-8, 200 kg, 500 L; Frozen: -25 to -18`. */
export function toCompartments(text: string): Compartment[] | undefined {
  const parts = text.split(/[;\n]/).filter((part) => part.trim())
  const read = parts.map(toCompartment)
  return read.every((each) => each !== undefined) ? read : undefined
}

function toCompartment(text: string): Compartment | undefined {
  const [, name, said] = /^([^:]+):(.+)$/s.exec(text.trim()) ?? []
  if (!name || !said) return undefined
  // A comma within a number is a decimal one.
  const [range, ...sizes] = said.split(/,(?!\d)/).map((each) => each.trim())
  const kept = toTemperatures(range!)
  if (!kept) return undefined
  const compartment: Compartment = {
    name: name.trim(),
    ...kept,
    capacity_kg: null,
    capacity_l: null,
    capacity_units: null,
  }
  for (const size of sizes) {
    const [, amount, unit] = room.exec(size) ?? []
    if (!amount || !unit) return undefined
    const kind = /^kg/i.test(unit) ? 'kg' : /^l/i.test(unit) ? 'l' : 'pcs'
    compartment[rooms[kind]] = Number(amount.replace(',', '.'))
  }
  return compartment
}

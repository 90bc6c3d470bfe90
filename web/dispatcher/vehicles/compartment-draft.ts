import type { Compartment } from '#domain/schema/compartment.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import { formatKilograms, formatNumber, formatVolume } from '#web/lib/format.ts'

/** A compartment while it is being entered. Numbers that nobody said are NaN. */
export type CompartmentDraft = { [Field in keyof Compartment]: NonNullable<Compartment[Field]> }

const numbers = ['temperature_min_c', 'temperature_max_c', 'capacity_kg', 'capacity_l', 'capacity_units'] as const

type Numbers = Pick<CompartmentDraft, (typeof numbers)[number]>

const each = <T>(change: (name: keyof Numbers) => T) =>
  Object.fromEntries(numbers.map((name) => [name, change(name)])) as Record<keyof Numbers, T>

export const toCompartmentDraft = (stored: Compartment): CompartmentDraft => ({
  name: stored.name,
  ...each((name) => stored[name] ?? Number.NaN),
})

export const fromCompartmentDraft = (draft: CompartmentDraft): Compartment => ({
  name: draft.name,
  ...each((name) => numberOrNull(draft[name])),
})

/** What most compartments are. */
export const usualCompartments = [
  { name: 'Hot', temperature_min_c: 60, temperature_max_c: 80 },
  { name: 'Ambient', temperature_min_c: 15, temperature_max_c: 25 },
  { name: 'Cold', temperature_min_c: 2, temperature_max_c: 8 },
  { name: 'Frozen', temperature_min_c: -25, temperature_max_c: -18 },
] as const

/** A usual compartment that is not there yet; one without a name if all are. */
export function newCompartment(kind: string, others: readonly CompartmentDraft[]): CompartmentDraft {
  const usual = usualCompartments.find(({ name }) => name === kind)
  const isTaken = others.some(({ name }) => name.toLowerCase() === kind.toLowerCase())
  const unsaid = { name: '', ...each(() => Number.NaN) }
  return { ...unsaid, ...usual, ...(isTaken && { name: `${kind} ${others.length + 1}` }) }
}

/** A compartment in a few words. */
export function compartmentWords(draft: CompartmentDraft): string {
  const { temperature_min_c: min, temperature_max_c: max, capacity_kg, capacity_l } = draft
  const range = [min, max].map((degrees) => (Number.isNaN(degrees) ? '…' : formatNumber(degrees)))
  const room = [
    !Number.isNaN(capacity_kg) && formatKilograms(capacity_kg),
    !Number.isNaN(capacity_l) && formatVolume(capacity_l),
  ].filter(Boolean)
  return `${draft.name} ${range.join(' to ')} °C${room.length ? ` (${room.join(', ')})` : ''}`
}

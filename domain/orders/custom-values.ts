import type { CustomField, CustomFieldType, CustomValues } from '../schema/custom-field.ts'
import { Day } from '../time.ts'

type Value = CustomValues[string]
type Field = Pick<CustomField, 'key' | 'label' | 'type' | 'options' | 'archived'>

export type CustomProblem = { path: string; message: string }

const fits: Record<CustomFieldType, (value: Value, field: Field) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  date: (value) => Day.safeParse(value).success,
  yes_no: (value) => typeof value === 'boolean',
  choice: (value, { options }) => typeof value === 'string' && options.includes(value),
}

const says: Record<CustomFieldType, (field: Field) => string> = {
  text: () => 'is a text',
  number: () => 'is a number',
  date: () => 'is a day like 2026-03-15',
  yes_no: () => 'is true or false',
  choice: ({ options }) => `is one of: ${options.join(', ')}`,
}

/**
 * The values that a delivery has after some were set: null and empty text take one away, the others stay.
 * @returns what is wrong instead, if something is
 */
export function setCustom(
  before: CustomValues,
  given: CustomValues,
  fields: ReadonlyMap<string, Field>,
): { values: CustomValues } | { problems: CustomProblem[] } {
  const values = { ...before }
  const problems: CustomProblem[] = []
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key)
    const say = (message: string) => problems.push({ path: `custom.${key}`, message })
    if (!field) say('There is no such field.')
    else if (value === null || value === '') delete values[key]
    else if (field.archived && values[key] !== value) say(`The field “${field.label}” is archived.`)
    else if (values[key] !== value && !fits[field.type](value, field)) {
      say(`“${field.label}” ${says[field.type](field)}.`)
    } else values[key] = value
  }
  return problems.length ? { problems } : { values }
}

/** Only the values of fields that somebody is shown. */
export function shownCustom(values: CustomValues, shown: ReadonlySet<string>): CustomValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => shown.has(key)))
}

/** A key that says what the label says, in the letters that keys have, and that no other field has. */
export function keyOf(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const begun = /^[a-z]/.test(plain) ? plain : `field_${plain}`
  const base = begun.slice(0, 36).replace(/_+$/, '')
  let key = base
  for (let number = 2; taken.has(key); number++) key = `${base}_${number}`
  return key
}

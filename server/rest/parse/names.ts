import type { Scanner } from './scanner.ts'

/** One step into JSON. The last may give text (`->>`). */
export type JsonStep = { asText: boolean; at: string | number }
/** A column, or a value within the JSON of one. */
export type Field = { name: string; path: JsonStep[] }

const plain = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
const quoted = /"((?:[^"\\]|\\.)*)"/suy
const index = /-?\d{1,9}(?=->|::|[.,)]|$)/y

/** What a quoted text stands for. */
export const unescaped = (text: string) => text.replace(/\\(.)/gsu, '$1')

export function readName(scanner: Scanner): string {
  const inQuotes = scanner.match(quoted)
  if (inQuotes) return unescaped(inQuotes[1]!)
  const name = scanner.match(plain)?.[0].trim()
  return name || scanner.fail('field name (* or [a..z0..9_$])')
}

export function readJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const asText = scanner.takes('->>')
    if (!asText && !scanner.takes('->')) return path
    const position = scanner.match(index)
    path.push({ asText, at: position ? Number(position[0]) : readName(scanner) })
  }
}

export function readField(scanner: Scanner): Field {
  return { name: readName(scanner), path: readJsonPath(scanner) }
}

/** The names before the last one are embedded resources: `route.driver.name`. */
export function readPath(scanner: Scanner): { path: string[]; field: Field } {
  const names = [readName(scanner)]
  while (scanner.takes('.')) names.push(readName(scanner))
  return { path: names.slice(0, -1), field: { name: names.at(-1)!, path: readJsonPath(scanner) } }
}

/** A list of names, as in `columns`. */
export function readNames(scanner: Scanner): string[] {
  const names = [readName(scanner)]
  while (scanner.takes(',')) names.push(readName(scanner))
  scanner.expectEnd()
  return names
}

import type { CustomField } from '#domain/schema/custom-field.ts'

type Placed = Pick<CustomField, 'id' | 'position' | 'archived'>

/** Fields in their order: those in use first, and the archived ones last. */
export function inOrder<Field extends Placed>(fields: readonly Field[]): Field[] {
  return fields.toSorted((a, b) => Number(a.archived) - Number(b.archived) || a.position - b.position)
}

/** Which fields get another position when one moves up (-1) or down (1). None if it is at the end already. */
export function movedPositions<Field extends Placed>(fields: readonly Field[], id: string, by: -1 | 1) {
  const shown = inOrder(fields)
  const from = shown.findIndex((field) => field.id === id)
  const other = shown[from + by]
  if (!other || other.archived || shown[from]!.archived) return []
  const moved = shown.with(from, other).with(from + by, shown[from]!)
  return moved.flatMap((field, position) => (field.position === position ? [] : [{ field, position }]))
}

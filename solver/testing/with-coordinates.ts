import { Random } from '../math/random.ts'
import type { Coordinates, VroomInput } from '../json/vroom.ts'

/** Replaces the matrices of a random problem by coordinates about as far apart: a thousandth of a degree takes about a second. */
export function withCoordinates({ matrices: _, ...problem }: VroomInput, seed: number): VroomInput {
  const random = new Random(seed + 9000)
  const places: Coordinates[] = []
  const at = (index: number): Coordinates =>
    (places[index] ??= [13 + random.below(80) / 1000, 52 + random.below(80) / 1000])
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, of]) =>
        name.endsWith('_index') ? [name.slice(0, -'_index'.length), at(of as number)] : [name, replace(of)],
      ),
    )
  }
  return { ...(replace(problem) as VroomInput), speed_kmh: 360 }
}

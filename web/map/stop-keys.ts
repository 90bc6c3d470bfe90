import type { MapStop } from './map-types.ts'

/** The stops that arrow keys go through: those of the open route, or all. */
function stopsForKeys(stops: readonly MapStop[]): readonly MapStop[] {
  const lit = stops.filter(({ muted }) => !muted)
  return lit.length > 0 ? lit : stops
}

/** The one stop that Tab reaches: the first wanted one that is there, or the first of all. */
export function tabStop(stops: readonly MapStop[], ...wanted: (string | undefined)[]): string | undefined {
  const within = stopsForKeys(stops)
  return wanted.find((id) => id !== undefined && within.some((stop) => stop.id === id)) ?? within[0]?.id
}

/** The stop that a key leads to. Undefined for keys that lead nowhere. */
export function stopAfterKey(stops: readonly MapStop[], from: string, key: string): string | undefined {
  const within = stopsForKeys(stops)
  const at = within.findIndex(({ id }) => id === from)
  const to: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: Math.max(at - 1, 0),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: within.length - 1,
  }
  return within[to[key] ?? -1]?.id
}

import type { Lane } from './lane.ts'

/** The cell that a key leads to. Undefined for keys that lead nowhere. */
export function cellAfterKey(lanes: readonly Lane[], from: string, key: string): string | undefined {
  const row = lanes.findIndex(({ route, stops }) => route.id === from || stops.some(({ stop }) => stop.id === from))
  const lane = lanes[row]
  if (!lane) return undefined
  const cells = cellsOf(lane)
  const at = cells.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return cells[at + 1]
    case 'ArrowLeft':
      return cells[at - 1]
    case 'Home':
      return cells[0]
    case 'End':
      return cells.at(-1)
    case 'ArrowDown':
      return cellNear(lanes[row + 1], lane, from)
    case 'ArrowUp':
      return cellNear(lanes[row - 1], lane, from)
    default:
      return undefined
  }
}

const cellsOf = ({ route, stops }: Lane) => [route.id, ...stops.map(({ stop }) => stop.id)]

/** What happens on another route at about the same time; its name, if the key was pressed on a name. */
function cellNear(lane: Lane | undefined, before: Lane, from: string): string | undefined {
  if (!lane || from === before.route.id) return lane?.route.id
  const time = before.stops.find(({ stop }) => stop.id === from)!.from
  return lane.stops.toSorted((one, other) => Math.abs(one.from - time) - Math.abs(other.from - time))[0]?.stop.id
}

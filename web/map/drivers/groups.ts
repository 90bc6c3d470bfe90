/** A driver's mark, or several that would hide each other. */
export type Group<Item> = { items: Item[] }

type Placed = { x: number; y: number }

/** Pixels. Where so many or more are in a square of this size, they become one mark. */
const cellPixels = 46
const crowd = 3

/**
 * Puts together who would hide each other at this zoom. Squares stay where they are while the map moves, so that groups do
 * not change with it. The person who is selected stays alone.
 */
export function groupsOf<Item>(
  items: readonly Item[],
  zoom: number,
  { place, isAlone, maxZoom }: { place: (item: Item) => Placed; isAlone: (item: Item) => boolean; maxZoom: number },
): Group<Item>[] {
  if (zoom >= maxZoom) return items.map((item) => ({ items: [item] }))
  const scale = (256 * 2 ** zoom) / cellPixels
  const cells = new Map<number, Item[]>()
  const groups: Group<Item>[] = []
  for (const item of items) {
    if (isAlone(item)) {
      groups.push({ items: [item] })
      continue
    }
    const { x, y } = place(item)
    // At most 2^18 × 256 / 46 squares a side: both fit into one whole number.
    const key = Math.floor(x * scale) * 2_097_152 + Math.floor(y * scale)
    const cell = cells.get(key)
    if (cell) cell.push(item)
    else cells.set(key, [item])
  }
  for (const cell of cells.values()) {
    if (cell.length >= crowd) groups.push({ items: cell })
    else for (const item of cell) groups.push({ items: [item] })
  }
  return groups
}

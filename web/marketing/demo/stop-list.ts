import { formatPosition, parsePosition } from './coordinates.ts'
import type { PastedStop } from './paste-list.ts'
import { mostStops, type Position } from './route-stop.ts'
import { sampleAt, sampleLocations, type Suggestion } from './suggestions.ts'

/** A stop in the form. */
export type FormStop = {
  id: string
  address: string
  position?: Position
  /** The position was set separately, by hand or by a pasted list, so editing the address keeps it. */
  isPinned?: boolean
}

type Removal = { stops: { stop: FormStop; index: number }[]; says: string }

/** The form's stops, depot first, and what was removed from them, latest last. */
export type StopList = { stops: readonly FormStop[]; removals: readonly Removal[]; nextId: number }

/** How the form starts: a depot and two delivery points. */
export const emptyList: StopList = {
  stops: [
    { id: 'depot', address: '' },
    { id: 'stop-1', address: '' },
    { id: 'stop-2', address: '' },
  ],
  removals: [],
  nextId: 3,
}

export const isFull = ({ stops }: StopList) => stops.length >= mostStops
export const isBlank = ({ address }: FormStop) => address.trim() === ''

export const deliveriesOf = ({ stops }: StopList) => stops.slice(1)

/** How many stops can be pasted. They replace empty ones. */
export function roomForPaste(list: StopList): number {
  return mostStops - 1 - deliveriesOf(list).filter((stop) => !isBlank(stop)).length
}

/** Changes an address. Its position is dropped unless it was set separately. */
export function typeAddress(list: StopList, id: string, address: string): StopList {
  return change(list, id, (stop) => {
    if (address.trim() === '') return { id, address }
    const position = parsePosition(address) ?? sampleAt(address)?.position
    if (position) return { id, address, position }
    return stop.isPinned ? { ...stop, address } : { id, address }
  })
}

/** Sets both address and position from a suggestion. */
export function chooseSuggestion(list: StopList, id: string, { address, position }: Suggestion): StopList {
  return change(list, id, () => ({ id, address, position }))
}

/** Places a stop's pin. A stop without an address shows its position instead. */
export function placePin(list: StopList, id: string, position: Position): StopList {
  return change(list, id, (stop) => {
    const isUnnamed = isBlank(stop) || parsePosition(stop.address) !== undefined
    return isUnnamed ? { id, address: formatPosition(position), position } : { ...stop, position, isPinned: true }
  })
}

/** Adds an empty delivery point, up to the limit. */
export function addStop(list: StopList): StopList {
  return isFull(list) ? list : append(list, [{ address: '' }])
}

/** Removes a delivery point. Can be undone. */
export function removeStop(list: StopList, id: string): StopList {
  const index = list.stops.findIndex((stop) => stop.id === id)
  const stop = list.stops[index]
  if (!stop || index === 0) return list
  const says = isBlank(stop) ? 'Removed an empty stop.' : `Removed ${shortened(stop.address)}.`
  return {
    ...list,
    stops: list.stops.toSpliced(index, 1),
    removals: [...list.removals, { stops: [{ stop, index }], says }],
  }
}

/** Replaces all delivery points with two empty ones. The depot stays. */
export function clearStops(list: StopList): StopList {
  const stops = list.stops
    .map((stop, index) => ({ stop, index }))
    .filter(({ stop, index }) => index > 0 && !isBlank(stop))
  const says = `Removed ${stops.length === 1 ? '1 stop' : `${stops.length} stops`}.`
  const emptied = append({ ...list, stops: list.stops.slice(0, 1) }, [{ address: '' }, { address: '' }])
  return stops.length === 0 ? emptied : { ...emptied, removals: [...list.removals, { stops, says }] }
}

/** Restores what was removed last to its old place, replacing empty stops if there is no room. */
export function undoRemoval(list: StopList): StopList {
  const last = list.removals.at(-1)
  if (!last || !canUndo(list)) return list
  const isTight = last.stops.length > 1 || list.stops.length + last.stops.length > mostStops
  const stops = isTight ? list.stops.filter((stop, index) => index === 0 || !isBlank(stop)) : [...list.stops]
  for (const { stop, index } of last.stops) stops.splice(Math.min(index, stops.length), 0, stop)
  return { ...list, stops, removals: list.removals.slice(0, -1) }
}

/** Whether there is room to restore what was removed last. */
export function canUndo(list: StopList): boolean {
  const last = list.removals.at(-1)
  return last !== undefined && last.stops.length <= roomForPaste(list)
}

/** Moves a delivery point to another place in the list. */
export function moveStop(list: StopList, id: string, to: number): StopList {
  const from = list.stops.findIndex((stop) => stop.id === id)
  const stop = list.stops[from]
  if (!stop || from === 0) return list
  const stops = list.stops.toSpliced(from, 1)
  stops.splice(Math.max(1, Math.min(to, stops.length)), 0, stop)
  return { ...list, stops }
}

/** Appends pasted stops, replacing empty ones. */
export function appendPasted(list: StopList, pasted: readonly PastedStop[]): StopList {
  const room = roomForPaste(list)
  const stops = list.stops.filter((stop, index) => index === 0 || !isBlank(stop))
  const added = pasted.slice(0, room).map((stop) => ({ ...stop, isPinned: stop.position !== undefined }))
  return append({ ...list, stops }, added)
}

/** Fills the form with the sample locations. The first becomes the depot unless that has a position. */
export function fillSamples(list: StopList): StopList {
  const depot = list.stops[0]!
  const [first, ...others] = sampleLocations
  const filled = depot.position ? list : chooseSuggestion(list, depot.id, first)
  const deliveries = others.filter(({ address }) => address !== depot.address)
  return append(
    { ...filled, stops: filled.stops.filter((stop, index) => index === 0 || !isBlank(stop)) },
    deliveries.slice(0, roomForPaste(filled)).map(({ address, position }) => ({ address, position })),
  )
}

/** An address, shortened for a sentence or a map. */
export function shortened(address: string, most = 60): string {
  const text = address.trim()
  // Counts code points, so an emoji is never cut in half.
  const letters = Array.from(text.slice(0, 2 * most))
  return text.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

function append(list: StopList, stops: readonly Omit<FormStop, 'id'>[]): StopList {
  const added = stops.map((stop, index) => ({ ...stop, id: `stop-${list.nextId + index}` }))
  return { ...list, stops: [...list.stops, ...added], nextId: list.nextId + added.length }
}

function change(list: StopList, id: string, by: (stop: FormStop) => FormStop): StopList {
  return { ...list, stops: list.stops.map((stop) => (stop.id === id ? by(stop) : stop)) }
}

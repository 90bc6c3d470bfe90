import type { DropQuestion } from '#domain/drop/drop-board.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { stopAt, type Picked } from './pick.ts'

/** A place on the screen, in pixels. */
export type Box = { left: number; top: number; width: number; height: number }

/** Zones say where they lead as JSON. */
export const zoneOf = (target: DropQuestion) => ({ 'data-drop-zone': JSON.stringify(target) })

/** What lies at a point of the screen, as a target. Null where a drop does nothing. */
export function targetAt(x: number, y: number, plan: Plan, picked: Picked): DropQuestion | null {
  const element = document.elementFromPoint(x, y)
  if (!element) return null
  const zone = element.closest<HTMLElement>('[data-drop-zone]')?.dataset.dropZone
  if (zone) return JSON.parse(zone) as DropQuestion
  const lane = element.closest<HTMLElement>('[data-route]')
  const over = stopAt(element) ?? nearestMarker(element, x, y)
  const routeId = lane?.dataset.route ?? plan.routes.find(({ stops }) => stops.some(({ id }) => id === over))?.id
  const route = plan.routes.find(({ id }) => id === routeId)
  if (!route) return null
  const moved = new Set(picked.dragged.stop_ids)
  const visits = route.stops.filter((stop) => isVisit(stop) && !moved.has(stop.id))
  const track = element.closest('.lane-track')
  if (track) return { kind: 'place', route_id: route.id, before: nextAlong(track, x, visits) }
  if (!lane || !over) return { kind: 'best', route_id: route.id }
  const row = element.closest('[role=row][data-key]')
  if (!row) return { kind: 'best', route_id: route.id }
  const { top, height } = row.getBoundingClientRect()
  const at = route.stops.findIndex(({ id }) => id === over) + (y > top + height / 2 ? 1 : 0)
  const next = route.stops.slice(at).find((stop) => isVisit(stop) && !moved.has(stop.id))
  return { kind: 'place', route_id: route.id, before: next?.id ?? null }
}

/** Lines on the map are long and thin, so whatever is near a stop of a route is its target. */
const nearPixels = 60

function nearestMarker(element: Element, x: number, y: number): string | null {
  const map = element.closest('.leaflet-container')
  if (!map) return null
  let [nearest, least]: [string | null, number] = [null, nearPixels]
  for (const marker of map.querySelectorAll<HTMLElement>('.leaflet-marker-icon[data-stop]')) {
    const { left, top, width, height } = marker.getBoundingClientRect()
    const far = Math.hypot(left + width / 2 - x, top + height / 2 - y)
    if (far < least) [nearest, least] = [marker.dataset.stop!, far]
  }
  return nearest
}

/** In a row of the timeline: the first stop whose middle is to the right. */
function nextAlong(track: Element, x: number, visits: readonly { id: string }[]): string | null {
  for (const { id } of visits) {
    const bar = track.querySelector(`[data-stop="${id}"]`)?.getBoundingClientRect()
    if (bar && bar.left + bar.width / 2 > x) return id
  }
  return null
}

/** A route's row or card in the pane that lies under the pointer, or else in the first, if it is there at all. */
function laneOf(x: number, y: number, routeId: string): HTMLElement | null {
  const own = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-route]')
  return own?.dataset.route === routeId ? own : document.querySelector<HTMLElement>(`[data-route="${routeId}"]`)
}

/** The part of a route's row or card that is in sight. */
export function laneAt(x: number, y: number, routeId: string): Box | null {
  const lane = laneOf(x, y, routeId)
  if (!lane) return null
  let { left, top, right, bottom } = lane.getBoundingClientRect()
  for (let pane = lane.parentElement; pane; pane = pane.parentElement) {
    if (getComputedStyle(pane).overflowY === 'visible') continue
    const box = pane.getBoundingClientRect()
    ;[left, top] = [Math.max(left, box.left), Math.max(top, box.top)]
    ;[right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)]
  }
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null
}

/** Where the place before a stop of a route, or its end, is on the screen, in the pane that lies under the pointer. */
export function gapAt(x: number, y: number, plan: Plan, routeId: string, before: string | null): Box | null {
  const lane = laneOf(x, y, routeId)
  if (!lane) return null
  const last = plan.routes.find(({ id }) => id === routeId)?.stops.findLast(isVisit)?.id
  const of = (id: string | null | undefined) =>
    id ? lane.querySelector(`[data-stop="${id}"], [role=row][data-key="${id}"]`)?.getBoundingClientRect() : undefined
  const [next, end] = [of(before), before === null ? of(last) : undefined]
  const box = next ?? end
  if (!box) return null
  if (lane.querySelector('.lane-track'))
    return { left: next ? box.left - 2 : box.right, top: box.top - 6, width: 3, height: box.height + 12 }
  return { left: box.left, top: (next ? box.top : box.bottom) - 1, width: box.width, height: 3 }
}

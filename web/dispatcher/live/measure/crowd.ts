import '#web/map/map.css'
import type { DriverOnMap, LivePosition } from '#domain/schema/position.ts'
import { positionsIn } from '#web/lib/live/positions-socket.ts'
import { driverCanvas } from '#web/map/drivers/driver-canvas.ts'
import { L } from '#web/map/leaflet.client.ts'
import { positionStore } from '#web/map/position-store.ts'
import { rowOf, sortRows } from '../driver-rows.ts'

/*
 * A page that only `npm run bench -- markers` opens: as many drivers as asked for, each with a fix a second, through all that
 * the live page does with them except for drawing the list. `crowd.measure` returns the times between frames.
 */

const count = Number(new URLSearchParams(location.search).get('count'))
const [middle, spread] = [{ lat: -6.2, lng: 106.85 }, 0.25]
/** Messages as the server sends them: half of the drivers every half a second. */
const messagesPerSecond = 2
const rowsEveryMs = 2000
/** Seconds of driving that are prepared; then it begins again. */
const prepared = 8

const map = L.map(document.querySelector<HTMLElement>('#map')!, { maxZoom: 18, preferCanvas: true })
map.setView(middle, 12)
const store = positionStore()
const canvas = driverCanvas(map, store)
const begun = Date.now()
const messages = Array.from({ length: prepared * messagesPerSecond }, (_, at) => message(at))
const drivers = Array.from({ length: count }, (_, at): DriverOnMap => {
  const shift = {
    id: 's',
    started_at: new Date(begun - 3_600_000).toISOString(),
    on_break_since: null,
    vehicle_id: null,
  }
  const next_stop = {
    id: 't',
    kind: 'delivery' as const,
    sequence: 1,
    name: 'Siti',
    address: '',
    location: middle,
    arrival_at: new Date(begun + (at % 60) * 60_000 - 600_000).toISOString(),
    expected_at: null,
    delivery_id: null,
  }
  const counts = { age_seconds: null, route_id: null, stops_done: 3, stops_left: 9 }
  return { driver_id: String(at), name: `Driver ${at}`, position: null, shift, next_stop, ...counts }
})

for (const text of messages.slice(0, messagesPerSecond)) store.put(positionsIn(JSON.parse(text)))
showRows()
let at = messagesPerSecond
setInterval(() => {
  const parsed = JSON.parse(messages[at++ % messages.length]!) as { positions: LivePosition[] }
  // Times go on, whatever was prepared.
  const recorded_at = new Date().toISOString()
  for (const position of parsed.positions) position.recorded_at = recorded_at
  store.put(positionsIn(parsed))
}, 1000 / messagesPerSecond)
setInterval(showRows, rowsEveryMs)

function showRows(): void {
  const fleet = { drivers: new Map(), vehicles: new Map() }
  const moment = { now: Date.now(), speedKmh: 40 }
  const rows = sortRows(drivers.map((driver) => rowOf(driver, store.get(driver.driver_id)?.position, fleet, moment)))
  canvas.show(new Map(rows.map((row) => [row.id, row])))
}

function message(at: number): string {
  const second = at / messagesPerSecond
  const positions = Array.from({ length: count }, (_, id) => id)
    .filter((id) => id % messagesPerSecond === at % messagesPerSecond)
    .map((id): LivePosition => {
      const angle = id * 2.4 + second * 0.02
      const far = spread * Math.sqrt((id * 0.618) % 1)
      return {
        driver_id: String(id),
        lat: middle.lat + far * Math.sin(angle),
        lng: middle.lng + far * Math.cos(angle),
        recorded_at: new Date(begun).toISOString(),
        accuracy_m: 5,
        speed_mps: 10,
        heading: (angle * 57.3) % 360,
        battery_percent: 80,
        charging: false,
        source: 'app',
        near: id % 9 === 0 ? { stop_id: 't', since: new Date(begun).toISOString(), left_at: null } : null,
        standing_since: null,
        off_route_m: null,
      }
    })
  return JSON.stringify({ positions })
}

/** Milliseconds between frames, while the map stands still or moves. */
async function measure(seconds: number, zoom: number, isMoving: boolean): Promise<number[]> {
  map.setView(middle, zoom, { animate: false })
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  let before = await new Promise<number>(requestAnimationFrame)
  while (before < end) {
    if (isMoving) map.panBy([2, 1], { animate: false })
    const now = await new Promise<number>(requestAnimationFrame)
    times.push(now - before)
    before = now
  }
  return times
}

Object.assign(window, { crowd: { measure } })

import '#web/map/map.css'
import { toColumns, type ReplayFix } from '#domain/replay/columns.ts'
import type { Replay } from '#domain/schema/replay.ts'
import { driverCanvas } from '#web/map/drivers/driver-canvas.ts'
import { L } from '#web/map/leaflet.client.ts'
import { replayClock } from '../replay-clock.ts'
import { rowsAt } from '../replay-rows.ts'
import { replayStore } from '../replay-store.ts'
import { tracksOf } from '../replay-tracks.ts'

/*
 * A page that only `npm run bench -- learn replay` opens: a day of as many vehicles as asked for, with a fix every 5 seconds,
 * through all that the page of a played day does except for drawing its lists. `day.measure` returns the times between frames.
 */

const vehicles = Number(new URLSearchParams(location.search).get('count'))
const [hours, everySeconds] = [10, 5]
const middle = { lat: -6.2, lng: 106.85 }
const from = Date.parse('2026-03-16T01:00:00Z')
const to = from + hours * 3_600_000

/** Winds through the city at about 30 km/h, and stands now and then. */
function fixesOf(vehicle: number): ReplayFix[] {
  let [lat, lng, angle] = [
    middle.lat + ((vehicle * 37) % 100) / 500 - 0.1,
    middle.lng + ((vehicle * 53) % 100) / 500 - 0.1,
    vehicle,
  ]
  return Array.from({ length: (hours * 3600) / everySeconds }, (_, index) => {
    const stands = (index + vehicle * 13) % 120 < 40
    if (!stands) {
      angle += Math.sin(index / 7 + vehicle) / 3
      lat += Math.sin(angle) * 0.00037
      lng += Math.cos(angle) * 0.00037
    }
    return { at: from + index * everySeconds * 1000, lat, lng }
  })
}

const began = performance.now()
const ids = Array.from({ length: vehicles }, (_, vehicle) => String(vehicle))
const tracks = tracksOf(ids.map((id, vehicle) => toColumns(id, fixesOf(vehicle))))
const preparedMs = performance.now() - began
const fixes = [...tracks.values()].reduce((sum, { at }) => sum + at.length, 0)
const ends = { started_at: new Date(from).toISOString(), ended_at: new Date(to).toISOString() }
const drivers = ids.map((id) => ({ id, name: `Driver ${id}`, active: true, shifts: [ends] }))
const stops = ids.flatMap((id) =>
  Array.from({ length: 40 }, (_, index) => ({
    driver_id: id,
    planned_at: new Date(from + index * 900_000).toISOString(),
  })),
)
const replay = { drivers, stops } as unknown as Replay

const map = L.map(document.querySelector<HTMLElement>('#map')!, { maxZoom: 18, preferCanvas: true })
map.setView(middle, 12)
const clock = replayClock({ from, to, at: from })
const store = replayStore(tracks, clock)
const canvas = driverCanvas(map, store, 0)
const showRows = () => {
  const rows = rowsAt(replay, clock.said().at, store.placeOf)
  canvas.show(new Map(rows.map((row) => [row.id, row])))
}
clock.onSaid(showRows)
clock.set(from)

/** Milliseconds between frames, while the day plays or somebody drags the time line from one end to the other. */
async function measure(seconds: number, how: 'plays' | 'is scrubbed'): Promise<number[]> {
  const times: number[] = []
  clock.set(from)
  if (how === 'plays') clock.play()
  const start = performance.now()
  let before = await new Promise<number>(requestAnimationFrame)
  while (before < start + seconds * 1000) {
    if (how === 'is scrubbed') clock.set(from + ((before - start) / (seconds * 1000)) * (to - from))
    const now = await new Promise<number>(requestAnimationFrame)
    times.push(now - before)
    before = now
  }
  clock.pause()
  return times
}

Object.assign(window, { day: { measure, fixes, preparedMs } })

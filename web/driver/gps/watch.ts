import type { Fix } from '#domain/road/entry.ts'
import type { Ping } from '#domain/schema/position.ts'
import { read } from '../store/database.ts'
import type { Road } from '../road/road.ts'
import { sendPings } from '../sync/pings.ts'
import { pingInterval } from './interval.ts'

export type GpsState = {
  state: 'off' | 'waiting' | 'on' | 'denied' | 'unavailable'
  fix: Fix | null
  speedMps: number | null
  heading: number | null
}

/** No more than this waits on the phone: the oldest give way. A day at the shortest interval is less. */
const mostWaiting = 20_000
/** Each call costs some kilobytes of the driver's data, whatever is in it. */
const sendEveryMs = 20_000

/** Takes positions until the returned function is called: a shift. Each is kept on the phone until the server has it. */
export function watchPosition(road: Road, onChange: (state: GpsState) => void): () => void {
  const startedAt = Date.now()
  let lastKeptAt = 0
  let battery: Battery | undefined
  void readBattery().then((read) => (battery = read))
  onChange({ state: 'waiting', fix: null, speedMps: null, heading: null })
  const watch = navigator.geolocation.watchPosition(
    ({ coords, timestamp }) => {
      const { latitude: lat, longitude: lng, accuracy, speed, heading } = coords
      const recorded_at = new Date(timestamp).toISOString()
      const fix = { lat, lng, accuracy_m: Math.round(accuracy), recorded_at }
      onChange({ state: 'on', fix, speedMps: speed, heading: Number.isFinite(heading) ? heading : null })
      const batteryPercent = battery ? Math.round(battery.level * 100) : null
      const isCharging = battery?.charging ?? null
      // Phones begin with a fix from before, which would be outside of the shift, and count as the first.
      if (timestamp < startedAt) return
      // A little less, because phones are not punctual.
      if (timestamp - lastKeptAt < pingInterval({ speedMps: speed, batteryPercent, isCharging }) * 0.9) return
      lastKeptAt = timestamp
      void keepPing(road, {
        ...fix,
        speed_mps: speed,
        heading: Number.isFinite(heading) ? heading : null,
        battery_percent: batteryPercent,
        charging: isCharging,
      })
    },
    ({ code, PERMISSION_DENIED }) =>
      onChange({
        state: code === PERMISSION_DENIED ? 'denied' : 'unavailable',
        fix: null,
        speedMps: null,
        heading: null,
      }),
    { enableHighAccuracy: true, maximumAge: 0, timeout: 60_000 },
  )
  const timer = setInterval(() => maySend(road) && void sendPings(road).catch(() => undefined), sendEveryMs)
  return () => {
    navigator.geolocation.clearWatch(watch)
    clearInterval(timer)
    onChange({ state: 'off', fix: null, speedMps: null, heading: null })
  }
}

/** Not before the server knows of the shift: it keeps nothing outside of one. What fails is sent with the rest later. */
const maySend = (road: Road) =>
  navigator.onLine && !road.snapshot().unsent.some(({ entry }) => entry.kind === 'shift_started')

async function keepPing({ db }: Road, ping: Ping): Promise<void> {
  const clock = await read(db, 'clock')
  const recorded_at = new Date(Date.parse(ping.recorded_at) + (clock?.offset_ms ?? 0)).toISOString()
  await db.add('pings', { ping: { ...ping, recorded_at } })
  if ((await db.count('pings')) <= mostWaiting) return
  const oldest = await db.getAllKeys('pings', undefined, 1)
  await db.delete('pings', oldest[0]!)
}

type Battery = { level: number; charging: boolean }

/** Where the browser tells. */
async function readBattery(): Promise<Battery | undefined> {
  return (navigator as { getBattery?: () => Promise<Battery> }).getBattery?.().catch(() => undefined)
}

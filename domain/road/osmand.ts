import type { Ping } from '../schema/position.ts'

/** What a tracker said: who it is, and its fixes. Those that say no place are null. */
export type TrackerReport = { token: string | null; pings: (Ping | null)[] }

const metersPerSecondPerKnot = 0.514444
/** About how far a fix is off per unit of its dilution of precision. */
const metersPerHdop = 5

type Fields = Record<string, unknown>

/**
 * Reads what Traccar Client, OsmAnd and many gateways send: fields of a query or form, or JSON with a `location`. What they
 * do not say, or say wrongly, is null.
 * @param receivedAt for reports without a time of their own, such as signs of life
 */
export function readReport(fields: Fields, receivedAt: Date): TrackerReport {
  if (fields.location !== null && typeof fields.location === 'object') return readJson(fields, receivedAt)
  const [lat, lng] = placeOf(fields)
  const speed = numberOf(fields.speed)
  const accuracy = numberOf(fields.accuracy) ?? scaled(numberOf(fields.hdop), metersPerHdop)
  const at = timeOf(fields.timestamp ?? fields.time, receivedAt)
  const isPlace = lat !== null && lng !== null && at !== null && !isFalse(fields.valid)
  return {
    token: textOf(fields.id ?? fields.deviceid ?? fields.device_id),
    pings: [
      isPlace
        ? {
            recorded_at: at,
            lat,
            lng,
            accuracy_m: accuracy,
            speed_mps: scaled(speed, metersPerSecondPerKnot),
            heading: numberOf(fields.bearing ?? fields.heading),
            battery_percent: numberOf(fields.batt ?? fields.battery),
            charging: booleanOf(fields.charge ?? fields.charging),
          }
        : null,
    ],
  }
}

/** Newer Traccar clients: speed in meters per second, and the battery from 0 to 1. */
function readJson(fields: Fields, receivedAt: Date): TrackerReport {
  const all = Array.isArray(fields.location) ? fields.location : [fields.location]
  return { token: textOf(fields.device_id ?? fields.id), pings: all.map((each) => readLocation(each, receivedAt)) }
}

function readLocation(value: unknown, receivedAt: Date): Ping | null {
  const location = objectOf(value)
  const coords = objectOf(location.coords)
  const battery = objectOf(location.battery)
  const [lat, lng] = [numberOf(coords.latitude), numberOf(coords.longitude)]
  const at = timeOf(location.timestamp, receivedAt)
  if (lat === null || lng === null || at === null) return null
  const level = numberOf(battery.level)
  return {
    recorded_at: at,
    lat,
    lng,
    accuracy_m: known(numberOf(coords.accuracy)),
    speed_mps: known(numberOf(coords.speed)),
    heading: known(numberOf(coords.heading)),
    battery_percent: level === null || level < 0 ? null : level * 100,
    charging: booleanOf(battery.is_charging),
  }
}

/** Who drives, as a tracker that several share may know. */
export const driverOf = (fields: Fields): string | null => textOf(fields.driverUniqueId)

const objectOf = (value: unknown): Fields => (value !== null && typeof value === 'object' ? (value as Fields) : {})
const textOf = (value: unknown) =>
  typeof value === 'string' && value ? value : typeof value === 'number' ? String(value) : null
/** Phones say -1 for what they do not know. */
const known = (value: number | null) => (value !== null && value >= 0 ? value : null)
const scaled = (value: number | null, by: number) => (value === null ? null : value * by)
const isFalse = (value: unknown) => booleanOf(value) === false

function placeOf(fields: Fields): [number | null, number | null] {
  const [lat, lng] = typeof fields.location === 'string' ? fields.location.split(',') : []
  return [numberOf(fields.lat ?? fields.latitude ?? lat), numberOf(fields.lon ?? fields.lng ?? fields.longitude ?? lng)]
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && !value.trim()) return null
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

function booleanOf(value: unknown): boolean | null {
  if (value === true || value === 1 || value === 'true' || value === '1') return true
  if (value === false || value === 0 || value === 'false' || value === '0') return false
  return null
}

/** From here on, a number counts milliseconds: as seconds it would be in the year 5138. */
const firstMilliseconds = 1e11

/** Seconds or milliseconds since 1970, or ISO 8601. */
function timeOf(value: unknown, receivedAt: Date): string | null {
  if (value === undefined || value === null || value === '') return receivedAt.toISOString()
  const number = numberOf(value)
  const at = number === null ? Date.parse(isoOf(String(value))) : number < firstMilliseconds ? number * 1000 : number
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : null
}

/** Without a zone, times are in UTC. */
const isoOf = (text: string) => {
  const iso = text.trim().replace(' ', 'T')
  return /(Z|[+-]\d\d:?\d\d)$/i.test(iso) || !iso.includes('T') ? iso : `${iso}Z`
}

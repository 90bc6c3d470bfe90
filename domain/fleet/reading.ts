import { dayOf } from '../time.ts'

type Reading = { km: number; read_at: string }

/** More than a vehicle drives in a day, with two drivers. */
const mostKmPerDay = 1500

const say = (km: number) => `${Math.round(km).toLocaleString('en-US')} km`

type Around = {
  /** The counted reading before it. */
  before?: Reading | undefined
  /** The counted reading after it, if this one came late. */
  after?: Reading | undefined
  zone: string
}

/** What does not fit about a reading, in a sentence with days of the zone; nothing if it does. */
export function doubtOf(reading: Reading, { before, after, zone }: Around): string | undefined {
  const on = ({ read_at }: Reading) => `on ${dayOf(new Date(read_at), zone)}`
  if (before && reading.km < before.km) {
    return `The odometer goes backwards: ${say(reading.km)} after ${say(before.km)} ${on(before)}.`
  }
  if (after && reading.km > after.km) {
    return `The odometer goes backwards: ${say(reading.km)} before ${say(after.km)} ${on(after)}.`
  }
  if (!before) return undefined
  const days = Math.max(1, (Date.parse(reading.read_at) - Date.parse(before.read_at)) / 86_400_000)
  const driven = reading.km - before.km
  if (driven <= days * mostKmPerDay) return undefined
  return `That is ${say(driven)} more than ${on(before)}: no vehicle drives so far in that time.`
}

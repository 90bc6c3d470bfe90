type Reading = { km: number; read_at: string }

/** More than a vehicle drives in a day, with two drivers. */
const mostKmPerDay = 1500

const say = (km: number) => `${Math.round(km).toLocaleString('en-US')} km`

/**
 * What does not fit about a reading, in a sentence; nothing if it does.
 * @param before the counted reading before it
 * @param after the counted reading after it, if this one came late
 */
export function doubtOf(reading: Reading, before: Reading | undefined, after?: Reading): string | undefined {
  if (before && reading.km < before.km) {
    return `The odometer goes backwards: ${say(reading.km)} after ${say(before.km)} on ${dayOf(before)}.`
  }
  if (after && reading.km > after.km) {
    return `The odometer goes backwards: ${say(reading.km)} before ${say(after.km)} on ${dayOf(after)}.`
  }
  if (!before) return undefined
  const days = Math.max(1, (Date.parse(reading.read_at) - Date.parse(before.read_at)) / 86_400_000)
  const driven = reading.km - before.km
  if (driven <= days * mostKmPerDay) return undefined
  return `That is ${say(driven)} more than on ${dayOf(before)}: no vehicle drives so far in that time.`
}

const dayOf = ({ read_at }: Reading) => read_at.slice(0, 10)

type Said = { temperature_min_c?: number | null; temperature_max_c?: number | null }

type Kept = { temperature_min_c: number | null; temperature_max_c: number | null }

/** From the coldest to the warmest, in °C. */
export type Temperatures = [number, number]

/** Undefined for goods that need no cooling, and for vehicles without any. */
export function temperatureOf({ temperature_min_c: min, temperature_max_c: max }: Said): Temperatures | undefined {
  if (min == null && max == null) return undefined
  return [min ?? -Infinity, max ?? Infinity]
}

/** Whether some temperature is in both ranges. */
export function doMeet([from, to]: Temperatures, [otherFrom, otherTo]: Temperatures): boolean {
  return from <= otherTo && otherFrom <= to
}

/** The compartments in which goods are never colder or warmer than they may be. */
export function fittingIn<C extends Kept>(compartments: readonly C[], [from, to]: Temperatures): C[] {
  return compartments.filter((each) => {
    const [coldest, warmest] = temperatureOf(each)!
    return from <= coldest && warmest <= to
  })
}

/**
 * Whether a vehicle can be as cold, or as warm, as goods need it. One with compartments has one for them. One without can be
 * set to a temperature that they bear.
 */
export function canHold(vehicle: (Said & { compartments?: readonly Kept[] }) | null, range: Temperatures): boolean {
  if (vehicle?.compartments?.length) return fittingIn(vehicle.compartments, range).length > 0
  const own = vehicle && temperatureOf(vehicle)
  return Boolean(own && doMeet(own, range))
}

/** `2 to 8 °C`, `8 °C or colder`. */
export function sayTemperatures([from, to]: Temperatures): string {
  const [low, high] = [from, to].map((degrees) => String(degrees).replace('-', '−'))
  if (from === -Infinity) return `${high} °C or colder`
  return to === Infinity ? `${low} °C or warmer` : from === to ? `${low} °C` : `${low} to ${high} °C`
}

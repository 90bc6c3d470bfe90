/**
 * Where a delivery's position came from. `given` came with the order, `earlier` is that of an earlier delivery to the same
 * address, `book` is from the address book. `dispatcher`, `driver` and `recipient` are people who confirmed it.
 */
export const locationSources = ['given', 'book', 'earlier', 'geocoder', 'dispatcher', 'driver', 'recipient'] as const
export type LocationSource = (typeof locationSources)[number]

/** Where a position came from and how sure it is. */
export type Origin = {
  source: LocationSource
  /** From 0 to 1. */
  confidence: number
  /** The geocoder's kind, such as `nominatim`. */
  provider: string | null
  /** What the position is, for a geocoder's: see `hitKinds`. */
  kind: string | null
}

/** A position below this confidence is doubtful: somebody should look at it before a route is driven. */
export const doubtfulBelow = 0.6

/** A position up to this confidence is only the middle of a city or postcode, and is not planned. */
export const areaOnlyUpTo = 0.2

/** Coordinates of an order, which nobody has checked. */
export const givenConfidence = 0.9

/** Whether a person vouches for positions from this source. */
export function isConfirmed(source: LocationSource | null): boolean {
  return source === 'book' || source === 'dispatcher' || source === 'driver' || source === 'recipient'
}

type Located = {
  location_source: LocationSource | null
  location_confidence: number | null
}

/** Whether the position is too rough for a route. Positions without a confidence predate it. */
export function isAreaOnly({ location_confidence }: Pick<Located, 'location_confidence'>): boolean {
  return location_confidence !== null && location_confidence <= areaOnlyUpTo
}

/** Whether somebody should look at the position before a route is driven there. */
export function isDoubtful({ location_confidence, location_flags }: Located & { location_flags: string[] }): boolean {
  return location_flags.length > 0 || (location_confidence !== null && location_confidence < doubtfulBelow)
}

/** The origin of a position that a person placed, or a program sent. */
export function originOf(source: LocationSource, confidence?: number): Origin {
  const usual = isConfirmed(source) ? 1 : givenConfidence
  return { source, confidence: confidence ?? usual, provider: null, kind: null }
}

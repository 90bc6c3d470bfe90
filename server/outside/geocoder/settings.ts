export const geocoderKinds = ['nominatim', 'photon', 'pelias'] as const
export type GeocoderKind = (typeof geocoderKinds)[number]

/** Which geocoder is asked, and how. */
export type GeocoderSettings = {
  /** Where its API begins. May hold a user, a password or a key, so it is never logged. */
  url: string
  kind: GeocoderKind
  /** How many questions it is asked per second, at most. */
  perSecond: number
  /** Countries in which deliveries happen, as two lowercase letters. Empty means any. */
  countries: string[]
  /** The language of its answers. Undefined leaves it to the geocoder. */
  language: string | undefined
  attribution: string
  /** Who asks: name, version and where the operator is found. */
  userAgent: string
}

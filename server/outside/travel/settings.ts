import type { Profile } from '#domain/travel/profiles.ts'

export const routingKinds = ['osrm', 'valhalla', 'openrouteservice'] as const
export type RoutingKind = (typeof routingKinds)[number]

/** Which routing engine is asked, and how. */
export type RoutingSettings = {
  kind: RoutingKind
  /** Where its API begins, for each profile that it measures; a car's at least. May hold a password, so it is never logged. */
  urls: Partial<Record<Profile, string>> & { car: string }
  /** What openrouteservice's hosted service asks for. */
  key: string | undefined
  /** How many requests it gets at the same time. */
  atOnce: number
  /** How long one request may take. */
  patienceSeconds: number
  /** How long what it measured is kept. */
  cacheDays: number
  userAgent: string
}

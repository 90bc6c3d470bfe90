/** A position in degrees. */
export type Position = { lat: number; lng: number }

/** Input to the route calculation. The depot comes first, with priority 1; deliveries have priority 2. */
export type RouteStop = { address: string; position: Position; priority: 1 | 2 }

/** Includes the depot. */
export const mostStops = 30

/** Longer than any postal address. Anything beyond it is a paste error. */
export const longestAddress = 300

/** A place on earth in degrees. */
export type Position = { lat: number; lng: number }

/** What the route is computed from: the depot first, with priority 1; deliveries have priority 2. */
export type RouteStop = { address: string; position: Position; priority: 1 | 2 }

/** Stops in all, the depot among them. */
export const mostStops = 30

/** Longer than any postal address; a text beyond it is a mistake of the clipboard. */
export const longestAddress = 300

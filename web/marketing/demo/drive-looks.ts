import { routeColours } from '#web/map/route-colours.ts'

/** How a way to drive the stops is named and drawn. */
export type DriveLook = { name: string; colour: string; isDashed: boolean }

export const driveLooks = {
  nearest: { name: 'nearest neighbor', colour: routeColours[1], isDashed: true },
  engine: { name: 'our engine', colour: routeColours[2], isDashed: false },
} as const satisfies Record<string, DriveLook>

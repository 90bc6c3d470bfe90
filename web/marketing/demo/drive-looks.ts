import { routeColors } from '#web/map/icons/route-colors.ts'

/** The name and line style of a route. */
export type DriveLook = { name: string; color: string; isDashed: boolean }

export const driveLooks = {
  nearest: { name: 'nearest neighbor', color: routeColors[1], isDashed: true },
  engine: { name: 'our engine', color: routeColors[2], isDashed: false },
} as const satisfies Record<string, DriveLook>

/**
 * People who confuse red and green can tell these colors apart. White numbers are readable on each (4.5 to 1).
 */
export const routeColors = [
  '#0b6fb8',
  '#b8440f',
  '#0b7a5e',
  '#8b3fb5',
  '#a3195b',
  '#5b6b00',
  '#3d4db5',
  '#8a5a00',
  '#00707d',
  '#c2255c',
  '#3f2d86',
  '#7a3b2e',
] as const

/** The color of the route at a position in its plan. The colors repeat after the last one. */
export function routeColor(position: number): string {
  return routeColors.at(position % routeColors.length)!
}

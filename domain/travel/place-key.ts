/** About a meter: two places that are nearer to each other than this are one. */
const perDegree = 100_000
/** One more than there are of longitude, so that each pair has a number of its own. */
const columns = 360 * perDegree + 1

type Coordinates = readonly [lng: number, lat: number]

/** A place as one whole number, which a table's rows and columns, the database and the browser know it by. */
export function placeKey([lng, lat]: Coordinates): number {
  return Math.round((lat + 90) * perDegree) * columns + Math.round((lng + 180) * perDegree)
}

/** Where that is, as longitude and latitude. */
export function placeOfKey(key: number): [lng: number, lat: number] {
  const row = Math.floor(key / columns)
  const column = key - row * columns
  const degrees = (steps: number, from: number) => (steps - from * perDegree) / perDegree
  return [degrees(column, 180), degrees(row, 90)]
}

/*
 * Google's encoded polyline algorithm: differences between points, in groups of five bits.
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */

export type LngLat = [lng: number, lat: number]

const usualDigits = 5

/** The points of a polyline. What is cut off in the middle of a number is left out. */
export function decodePolyline(text: string, digits = usualDigits): LngLat[] {
  const scale = 10 ** digits
  const points: LngLat[] = []
  let [at, lat, lng] = [0, 0, 0]
  const next = () => {
    let [value, shift] = [0, 1]
    for (;;) {
      const bits = text.charCodeAt(at++) - 63
      if (Number.isNaN(bits)) return undefined
      value += (bits & 31) * shift
      shift *= 32
      if (bits < 32) return value % 2 ? -(value + 1) / 2 : value / 2
    }
  }
  while (at < text.length) {
    const [north, east] = [next(), next()]
    if (north === undefined || east === undefined) break
    lat += north
    lng += east
    points.push([lng / scale, lat / scale])
  }
  return points
}

/** A polyline with five digits. */
export function encodePolyline(points: readonly LngLat[]): string {
  const scale = 10 ** usualDigits
  let text = ''
  let [lat, lng] = [0, 0]
  const put = (value: number) => {
    let left = value < 0 ? -2 * value - 1 : 2 * value
    while (left >= 32) {
      text += String.fromCharCode((left % 32) + 32 + 63)
      left = Math.floor(left / 32)
    }
    text += String.fromCharCode(left + 63)
  }
  for (const [toLng, toLat] of points) {
    const [north, east] = [Math.round(toLat * scale) - lat, Math.round(toLng * scale) - lng]
    put(north)
    put(east)
    lat += north
    lng += east
  }
  return text
}

import { expect, test } from 'vitest'
import { routeColor, routeColors } from './route-colors.ts'

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Linear red, green and blue. */
const channels = (hex: string) =>
  [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as [number, number, number]

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Distance in the OKLab space, where 0.02 is about the smallest difference that people notice side by side. */
function difference(one: string, other: string): number {
  const lab = (hex: string) => {
    const [r, g, b] = channels(hex)
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ] as const
  }
  const [a, b] = [lab(one), lab(other)] as const
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

test('white numbers are readable on every route color', () => {
  expect(routeColors.filter((color) => 1.05 / (luminance(color) + 0.05) < 4.5)).toEqual([])
})

test('no two route colors look alike', () => {
  const alike = routeColors.flatMap((one, position) =>
    routeColors.slice(position + 1).filter((other) => difference(one, other) < 0.06),
  )
  expect(alike).toEqual([])
})

test('a plan with more routes than colors starts over', () => {
  expect(routeColor(0)).toBe(routeColors[0])
  expect(routeColor(routeColors.length + 2)).toBe(routeColors[2])
})

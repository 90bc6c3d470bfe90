import { expect, test } from 'vitest'
import { fitView, leavesView, marginsFor, toWorld, type Margins } from './fit-view.ts'
import type { MapPosition } from './map-types.ts'

const samples: MapPosition[] = [
  { lat: -6.2088, lng: 106.8456 },
  { lat: -6.2008, lng: 106.7831 },
  { lat: -6.1751, lng: 106.865 },
]
const phone = { x: 358, y: 400 }
const desktop = { x: 1100, y: 400 }

/** Where a position lies in the fitted view. */
function placed(position: MapPosition, size: typeof phone, view: ReturnType<typeof fitView>) {
  const scale = 2 ** view.zoom
  const [point, center] = [toWorld(position), toWorld(view.center)]
  return { x: (point.x - center.x) * scale + size.x / 2, y: (point.y - center.y) * scale + size.y / 2 }
}

function expectInside(positions: MapPosition[], size: typeof phone, margins: Margins, maxZoom: number) {
  const view = fitView(positions, size, margins, maxZoom)
  for (const position of positions) {
    const { x, y } = placed(position, size, view)
    expect(x).toBeGreaterThanOrEqual(margins.left - 0.01)
    expect(x).toBeLessThanOrEqual(size.x - margins.right + 0.01)
    expect(y).toBeGreaterThanOrEqual(margins.top - 0.01)
    expect(y).toBeLessThanOrEqual(size.y - margins.bottom + 0.01)
  }
  return view
}

test('the sample pins fit with their heads, at zoom 13 on a wide screen and farther away on a phone', () => {
  expect(expectInside(samples, desktop, marginsFor.pins, 13).zoom).toBe(13)
  expect(expectInside(samples, phone, marginsFor.pins, 13).zoom).toBe(12.25)
  expect(expectInside(samples, phone, marginsFor.namedPins, 13).zoom).toBe(11.75)
})

test('what drives off leaves the view', () => {
  const [one, ...others] = samples as [MapPosition, ...MapPosition[]]
  const view = fitView([one], phone, marginsFor.stops, 15)
  expect(leavesView([one], phone, view)).toBe(false)
  expect(leavesView([one, ...others], phone, view)).toBe(true)
  expect(leavesView(samples, phone, fitView(samples, phone, marginsFor.stops, 15))).toBe(false)
})

test('a fit is tight: one step closer and something would be cut off', () => {
  const world = [
    { lat: 60, lng: -120 },
    { lat: -40, lng: 150 },
  ]
  for (const positions of [samples, world]) {
    const { zoom } = expectInside(positions, phone, marginsFor.stops, 18)
    const closer = { center: fitView(positions, phone, marginsFor.stops, 18).center, zoom: zoom + 0.25 }
    const spots = positions.map((position) => placed(position, phone, closer))
    const width = Math.max(...spots.map(({ x }) => x)) - Math.min(...spots.map(({ x }) => x))
    const height = Math.max(...spots.map(({ y }) => y)) - Math.min(...spots.map(({ y }) => y))
    expect(width > phone.x - 56 || height > phone.y - 60).toBe(true)
  }
})

test('a map without pins opens on Jakarta at zoom 13', () => {
  expect(fitView([], phone, marginsFor.pins, 18)).toEqual({ center: { lat: -6.2088, lng: 106.8456 }, zoom: 13 })
})

test('a single place opens at the closest zoom allowed, and a tiny view still shows everything', () => {
  expect(fitView([samples[0]!], phone, marginsFor.pins, 15).zoom).toBe(15)
  const tiny = { x: 60, y: 60 }
  const view = fitView(samples, tiny, marginsFor.pins, 15)
  for (const { x, y } of samples.map((position) => placed(position, tiny, view))) {
    expect(Math.min(x, y)).toBeGreaterThan(0)
    expect(Math.max(x, y)).toBeLessThan(60)
  }
})

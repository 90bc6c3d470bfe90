import { expect, test } from 'vitest'
import { sketchPoints } from './sketch-points.ts'

test('north is up, east is right, and everything lies inside', () => {
  const [northWest, southEast] = sketchPoints([
    { position: { lat: -6.1, lng: 106.7 } },
    { position: { lat: -6.3, lng: 106.9 } },
  ])
  expect(northWest!.left).toBeLessThan(southEast!.left)
  expect(northWest!.top).toBeLessThan(southEast!.top)
  for (const each of [northWest!.left, northWest!.top, southEast!.left, southEast!.top]) {
    expect(each).toBeGreaterThan(5)
    expect(each).toBeLessThan(95)
  }
})

test('a single place lies in the middle, and no places give no points', () => {
  expect(sketchPoints([{ position: { lat: 5, lng: 100 } }])[0]?.left).toBe(50)
  expect(sketchPoints([])).toEqual([])
})

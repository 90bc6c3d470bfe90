import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Location } from '#domain/geo.ts'
import { distanceKm } from '#domain/great-circle.ts'

const textOf = (slug: string) => readFileSync(join(import.meta.dirname, 'posts', `${slug}.md`), 'utf8')

/** The first three cells of each row of the table whose header starts with these columns. */
function tableOf(text: string, firstHeads: string[], which = 0): [string, string, string][] {
  const tables = text.split(/\n\n+/).map((block) =>
    block.split('\n').map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  )
  const fitting = tables.filter(([head]) => firstHeads.every((name, column) => head?.[column] === name))
  return fitting[which]!.slice(2) as [string, string, string][]
}

const article = textOf('nearest-stop-first')
const depot: Location = { lat: -6.2088, lng: 106.8456 }
const stops = new Map<string, Location>(
  tableOf(article, ['Stop', 'Latitude']).map(([name, lat, lng]) => [name, { lat: Number(lat), lng: Number(lng) }]),
)
const placeOf = (name: string) => (name === 'Depot' ? depot : stops.get(name)!)
const lengthOf = (names: string[]) =>
  [...names, 'Depot'].reduce(
    ({ from, sum }, name) => ({ from: placeOf(name), sum: sum + distanceKm(from, placeOf(name)) }),
    { from: depot, sum: 0 },
  ).sum

function orders(names: string[]): string[][] {
  if (names.length < 2) return [names]
  return names.flatMap((first) => orders(names.filter((name) => name !== first)).map((rest) => [first, ...rest]))
}

test.each([
  [0, 'nearest first', 43.99, 66, 4.4],
  [1, 'the loop', 33.71, 51, 3.37],
])('leg by leg, route %i (%s) is as long as the article says', (which, _name, km, minutes, liters) => {
  const legs = tableOf(article, ['Leg', 'To'], which)
  let from = depot
  for (const [, name, distance] of legs) {
    expect(`${distanceKm(from, placeOf(name)).toFixed(2)} km`).toBe(distance)
    from = placeOf(name)
  }
  const total = lengthOf(legs.map(([, name]) => name).slice(0, -1))
  expect(Number(total.toFixed(2))).toBe(km)
  expect(Math.round((total / 40) * 60)).toBe(minutes)
  expect(Number((total * 0.1).toFixed(2))).toBe(liters)
  expect(article).toContain(`${km.toFixed(2)} km`)
})

test('the first route always goes to the nearest stop, and no order is shorter than the second', () => {
  const namesOf = (which: number) =>
    tableOf(article, ['Leg', 'To'], which)
      .map(([, name]) => name)
      .slice(0, -1)
  const nearest = namesOf(0)
  let from = depot
  nearest.forEach((name, position) => {
    const open = nearest.slice(position)
    const closest = open.toSorted((a, b) => distanceKm(from, placeOf(a)) - distanceKm(from, placeOf(b)))[0]
    expect(name).toBe(closest)
    from = placeOf(name)
  })
  const lengths = orders([...stops.keys()]).map(lengthOf)
  expect(lengths).toHaveLength(5040)
  expect(Math.min(...lengths)).toBeCloseTo(lengthOf(namesOf(1)), 9)
})

test('the segment counter in the article works as described', () => {
  const text = textOf('sms-recipients-read')
  const [, code] = /```js\n([\s\S]+?)```/.exec(text)!
  // The article invites readers to run it, so the test does too.
  const segments = new Function(`${code}\nreturn segments`)() as (text: string) => number
  expect(segments('a'.repeat(160))).toBe(1)
  expect(segments('a'.repeat(161))).toBe(2)
  expect(segments('a'.repeat(306))).toBe(2)
  expect(segments('a'.repeat(307))).toBe(3)
  expect(segments(`${'a'.repeat(70)}’`)).toBe(2)
  expect(segments(`${'a'.repeat(69)}’`)).toBe(1)
  expect(segments(`${'a'.repeat(158)}€`)).toBe(1)
  expect(segments(`${'a'.repeat(159)}€`)).toBe(2)
  expect(segments('ç'.repeat(71))).toBe(2)
  const messages = [...text.matchAll(/```text\n([\s\S]+?)\n```/g)].map(([, message]) => message!)
  expect(messages.map(segments)).toEqual([1, 1, 1])
})

test('the cost of a failed delivery adds up', () => {
  const rows = tableOf(textOf('cost-of-a-failed-delivery'), ['Item', 'Calculation'])
  const costs = rows.map(([, , cost]) => Number(cost.replace(/[$*]/g, '')))
  const total = costs.pop()!
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(total, 9)
})

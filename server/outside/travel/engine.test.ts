import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { decodePolyline } from '#domain/travel/polyline.ts'
import { offRoad, unreachable } from '#domain/travel/tables.ts'
import type { Coordinates, Question } from './dialect.ts'
import { driveBetween } from './double-roads.ts'
import { startTravelDouble } from './double.ts'
import { openTravelEngine } from './engine.ts'
import type { Block } from './measure.ts'
import { routingKinds, type RoutingSettings } from './settings.ts'
import { TravelUnavailable } from './unavailable.ts'

const now = () => new Date('2027-03-15T02:00:00Z')
const open = (settings: Pick<RoutingSettings, 'kind' | 'urls'> & Partial<RoutingSettings>) =>
  openTravelEngine(
    { key: undefined, atOnce: 4, patienceSeconds: 15, cacheDays: 30, userAgent: 'Karta', ...settings },
    { now, wait: async () => {} },
  )

/** In a row from west to east, a hundred meters from each other. */
const places = (count: number): Coordinates[] =>
  Array.from({ length: count }, (_, at) => [Math.round(10680000 + at * 90) / 100000, -6.2])
const patient = () => AbortSignal.timeout(20_000)

describe.each(routingKinds)('%s', async (kind) => {
  const double = await startTravelDouble(kind)
  afterAll(() => double.close())
  beforeEach(() => {
    double.behave({})
    double.calls.length = 0
  })
  const engine = (change: Partial<RoutingSettings> = {}) => open({ kind, urls: { car: double.url }, ...change })
  /** All cells by origin and destination. */
  const measure = async (question: Partial<Question> & Pick<Question, 'origins' | 'destinations'>, from = engine()) => {
    const cells = new Map<string, { seconds: number; meters: number }>()
    const note = ({ question: { origins, destinations }, table }: Block) => {
      for (const [row, a] of origins.entries()) {
        for (const [column, b] of destinations.entries()) {
          const at = row * destinations.length + column
          cells.set(`${a} ${b}`, { seconds: table.seconds[at]!, meters: table.meters[at]! })
        }
      }
    }
    await from.measure({ profile: 'car', ...question }, note, patient())
    return cells
  }
  const whyNot = (from = engine()) =>
    measure({ origins: places(2), destinations: places(2) }, from).then(
      () => 'answered',
      (error: unknown) => (error instanceof TravelUnavailable ? error.why : error),
    )

  test('a table is put together from as many parts as the engine needs, in meters', async () => {
    const [origins, destinations] = [places(130), places(120).toReversed()]
    const cells = await measure({ origins, destinations })
    expect(cells.size).toBe(130 * 120)
    for (const [a, b] of [
      [origins[0]!, destinations[0]!],
      [origins[129]!, destinations[119]!],
    ] as const) {
      const drive = driveBetween('car', a, b)
      expect(cells.get(`${a} ${b}`)!.seconds).toBeCloseTo(drive.seconds, -0.5)
      expect(Math.abs(cells.get(`${a} ${b}`)!.meters - drive.meters)).toBeLessThan(1)
    }
    expect(double.calls.length).toBe(kind === 'osrm' ? 2 : 7)
  })

  test('a new place is a row and a column, however long', async () => {
    const all = places(600)
    const row = await measure({ origins: all.slice(0, 1), destinations: all })
    expect([...row.values()].filter(({ seconds }) => seconds >= 0)).toHaveLength(600)
    expect(Math.max(...double.calls.map(({ url }) => url.href.length))).toBeLessThan(8000)
  })

  test('an engine that takes less at once is asked for less', async () => {
    double.behave({ mostPairs: 100 })
    const cells = await measure({ origins: places(30), destinations: places(30) })
    expect([...cells.values()].filter(({ seconds }) => seconds < 0)).toEqual([])
    expect(cells.size).toBe(900)
  })

  test('without a road there is no figure, and it is never zero', async () => {
    const [a, b, c] = places(3) as [Coordinates, Coordinates, Coordinates]
    double.behave({ isCutOff: (from, to) => from[0] !== to[0] && (from[0] === c[0] || to[0] === c[0]) })
    const cells = await measure({ origins: [a, b, c], destinations: [a, b, c] })
    expect(cells.get(`${a} ${c}`)).toEqual({ seconds: unreachable, meters: unreachable })
    expect(cells.get(`${c} ${b}`)!.seconds).toBe(unreachable)
    expect(cells.get(`${a} ${b}`)!.seconds).toBeGreaterThan(0)
  })

  test('one place without a road near does not spoil the others', async () => {
    const all = places(60)
    const lost = [all[7]!, all[41]!]
    double.behave({ isOffRoad: ([lng]) => lost.some((place) => place[0] === lng) })
    const cells = await measure({ origins: all, destinations: all })
    expect(cells.size).toBe(3600)
    const without = [...cells].filter(([, { seconds }]) => seconds === offRoad)
    expect(without).toHaveLength(2 * 60 * 2 - 4)
    expect(cells.get(`${all[0]} ${all[1]}`)!.seconds).toBeGreaterThan(0)
    expect(double.calls.length).toBeLessThan(60)
  })

  test('each failure has a reason, and none holds the address', async () => {
    for (const [mood, why] of [
      ['down', 'failed'],
      ['html', 'nonsense'],
      ['busy', 'busy'],
      ['refuses', 'refused'],
    ] as const) {
      double.behave({ mood })
      expect(await whyNot()).toBe(why)
    }
    double.behave({ mood: 'silent' })
    expect(await whyNot(engine({ patienceSeconds: 0.2 }))).toBe('slow')
    const gone = engine({ urls: { car: 'http://me:hunter2@127.0.0.1:9/hunter2' } })
    const error = await measure({ origins: places(2), destinations: places(2) }, gone).catch(
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({ why: 'silent' })
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain('hunter2')
  })

  test('figures that are none, too few or beyond all measure are never taken for drives', async () => {
    const answers = (cell: unknown, size = 2) => {
      const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => cell))
      const table = { durations: rows, distances: rows }
      return { code: 'Ok', ...table, sources_to_targets: table, units: 'kilometers' }
    }
    for (const body of [answers('12'), answers(7, 3), answers({}), { code: 'Ok' }, [1]]) {
      double.behave({ body })
      expect(await whyNot()).toBe('nonsense')
    }
    for (const cell of [-5, 1e12, null]) {
      double.behave({ body: answers(cell) })
      const cells = await measure({ origins: places(2), destinations: places(2) })
      expect(new Set([...cells.values()].map(({ seconds }) => seconds))).toEqual(new Set([unreachable]))
    }
  })

  test('an engine that dies in the middle leaves what it measured, and is left alone after a while', async () => {
    double.behave({ diesAfter: 1 })
    const [blocks, from] = [[] as Block[], engine({ atOnce: 1 })]
    const question = { profile: 'car' as const, origins: places(200), destinations: places(200) }
    await expect(from.measure(question, (block) => void blocks.push(block), patient())).rejects.toMatchObject({
      why: 'failed',
    })
    expect(blocks).toHaveLength(1)
    for (let i = 0; i < 4; i++) await whyNot(from)
    expect(await whyNot(from)).toBe('paused')
  })

  test('a way has a polyline for each leg, however many there are', async () => {
    const along = places(130)
    const legs = await engine().wayAlong('car', along, patient())
    expect(legs).toHaveLength(129)
    const points = legs.map((leg) => decodePolyline(leg!))
    expect(points.every((leg, at) => leg[0]![0] === along[at]![0] && leg.at(-1)![0] === along[at + 1]![0])).toBe(true)
    double.behave({ isCutOff: (from) => from[0] === along[4]![0] })
    const cut = await engine().wayAlong('car', along.slice(0, 10), patient())
    expect(cut.map((leg) => leg === null)).toEqual(cut.map((_, at) => at === 4))
  })

  test.skipIf(kind === 'osrm')('trucks and bicycles have roads of their own, if the engine has them', async () => {
    const [origins, destinations] = [places(2), places(2)]
    const times = await Promise.all(
      (['car', 'truck', 'bicycle'] as const).map(async (profile) => {
        const cells = await measure({ profile, origins, destinations })
        return cells.get(`${origins[0]} ${origins[1]}`)!.seconds
      }),
    )
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    double.behave({ without: ['truck'] })
    await expect(measure({ profile: 'truck', origins, destinations })).rejects.toMatchObject({ why: 'no profile' })
  })
})

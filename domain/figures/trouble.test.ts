import { expect, test } from 'vitest'
import { adviceFor } from './place-advice.ts'
import { anotherAttempt, isFailedThere, placeSums, troubleOf, usualAttemptSeconds, type PlaceSums } from './trouble.ts'

const none = Object.fromEntries(placeSums.map((name) => [name, 0])) as PlaceSums
const about = (sums: Partial<PlaceSums>, reasons: [string | null, number][] = []) => ({
  sums: { ...none, ...sums },
  reasons: reasons.map(([reason, count]) => ({ reason, count })),
  learned: [],
})

test('trouble is the sum of its parts, and an address without any has none', () => {
  const sums = {
    ...none,
    attempts: 9,
    failed_there: 2,
    services: 7,
    planned_service_seconds: 2100,
    actual_service_seconds: 3000,
    waited: 1,
    waiting_seconds: 600,
    late_address: 1,
    late_address_seconds: 450,
    pin_unsure: 3,
  }
  expect(troubleOf(sums, 1000)).toEqual({
    seconds: 2000 + 900 + 600 + 450 + 900,
    parts: {
      failed: { count: 2, seconds: 2000 },
      service: { count: 7, seconds: 900 },
      waiting: { count: 1, seconds: 600 },
      late: { count: 1, seconds: 450 },
      pin: { count: 3, seconds: 900 },
    },
  })
  expect(troubleOf({ ...none, attempts: 5 }, 1000).seconds).toBe(0)
})

test('stops that took less than planned make up for others, but for nothing else', () => {
  const quick = { ...none, services: 4, planned_service_seconds: 1200, actual_service_seconds: 600, pin_unsure: 1 }
  expect(troubleOf(quick, 900)).toMatchObject({ seconds: 300, parts: { service: { seconds: 0 } } })
})

test('a failure for a reason of the workspace itself is no trouble of the address', () => {
  expect(['breakdown', 'missing_goods', 'out_of_time'].map(isFailedThere)).toEqual([false, false, false])
  expect(['not_home', 'no_access', 'other', null].map(isFailedThere)).toEqual([true, true, true, true])
})

test('another attempt costs an average drive and stop, once enough of them are known', () => {
  const known = { drives: 40, actual_drive_seconds: 40 * 500, services: 20, actual_service_seconds: 20 * 241 }
  expect(anotherAttempt(known)).toEqual({ seconds: 741, is_measured: true })
  expect(anotherAttempt({ ...known, services: 19 })).toEqual({ seconds: usualAttemptSeconds, is_measured: false })
})

test('advice follows from what went wrong', () => {
  expect(adviceFor(about({ attempts: 3 }))).toEqual([])
  const kinds = (...args: Parameters<typeof about>) => adviceFor(about(...args)).map(({ kind }) => kind)
  expect(kinds({ pin_unsure: 1 })).toEqual(['pin'])
  expect(kinds({}, [['wrong_address', 1]])).toEqual(['pin'])
  expect(kinds({}, [['no_parking', 1], ['not_home', 2], [null, 1]])).toEqual(['access', 'call']) // prettier-ignore
  expect(kinds({ waited: 2, waiting_seconds: 500 })).toEqual([])
  expect(kinds({ waited: 1, waiting_seconds: 500 })).toEqual(['window'])
})

test('the minutes to plan are the learned ones, unless visits do not agree', () => {
  const stops = { services: 4, planned_service_seconds: 4 * 300, actual_service_seconds: 4 * 660 }
  const learned = (state: 'suggested' | 'gathering') => [{ kind: 'service' as const, state, minutes: 9.4 }]
  const advised = (state: 'suggested' | 'gathering') => adviceFor({ ...about(stops), learned: learned(state) })
  expect(advised('suggested')).toEqual([{ kind: 'service', minutes: 9 }])
  expect(advised('gathering')).toEqual([{ kind: 'service', minutes: 11 }])
  expect(adviceFor(about({ ...stops, services: 2 }))).toEqual([])
})

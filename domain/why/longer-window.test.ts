import { expect, test } from 'vitest'
import { longerWindow } from './longer-window.ts'

const late = (late_seconds: number) => [{ late_seconds }] as never
const delivery = { pickup: null, window_start: '09:00', window_end: '12:00', more_windows: [] }

test('a window is extended to the minute in which the stop is reached', () => {
  const window = (end: string) => ({ start: '09:00', end })
  expect(longerWindow(delivery, late(1))).toMatchObject({ seconds: 60, window: window('12:01') })
  expect(longerWindow(delivery, late(3601))).toMatchObject({ seconds: 3660, window: window('13:01') })
  expect(longerWindow({ ...delivery, window_end: '23:30' }, late(7200))).toMatchObject({ window: window('25:30') })
})

test('nothing is offered where it is not clear which window is meant, or nobody could say its end', () => {
  expect(longerWindow({ ...delivery, window_end: null }, late(60))).toBeUndefined()
  expect(longerWindow({ ...delivery, more_windows: [{ start: '14:00', end: '15:00' }] }, late(60))).toBeUndefined()
  expect(longerWindow({ ...delivery, pickup: {} as never }, late(60))).toBeUndefined()
  expect(longerWindow({ ...delivery, window_end: '47:59' }, late(60))).toBeUndefined()
  expect(longerWindow(delivery, [...late(60), ...late(60)] as never)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { judgeBreaks } from './breaks-kept.ts'

const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`)
const due = (from: string, minutes = 30, window?: [string, string]) => ({
  from: at(from),
  minutes,
  window: window ? { opens: at(window[0]), closes: at(window[1]) } : null,
})
const took = (from: string, to: string) => ({ from: at(from), to: at(to) })

test('a break is kept if it began in its window and lasted as long as planned', () => {
  const noon = due('12:00', 30, ['11:30', '13:00'])
  const judged = (from: string, to: string) => {
    const [{ is_in_time, is_long_enough }] = judgeBreaks([noon], [took(from, to)]) as [never]
    return [is_in_time, is_long_enough]
  }
  expect(judged('11:30', '12:00')).toEqual([true, true])
  expect(judged('13:05', '13:34')).toEqual([true, true])
  expect(judged('13:06', '13:36')).toEqual([false, true])
  expect(judged('12:00', '12:28')).toEqual([true, false])
  expect(judgeBreaks([noon], [])).toEqual([
    { from: at('12:00'), minutes: 30, taken: null, is_in_time: false, is_long_enough: false },
  ])
})

test('a break without a window may begin half an hour before or after its time', () => {
  const isInTime = (from: string) => judgeBreaks([due('12:00')], [took(from, '15:00')])[0]!.is_in_time
  expect([isInTime('11:25'), isInTime('12:35'), isInTime('12:36')]).toEqual([true, true, false])
})

test('each break that was taken stands for one of the plan, the closest', () => {
  const planned = [due('15:00', 15), due('12:00')]
  const judged = judgeBreaks(planned, [took('12:40', '13:10'), took('09:00', '09:10')])
  expect(judged.map(({ from, taken }) => [from, taken?.from])).toEqual([
    [at('12:00'), at('12:40')],
    [at('15:00'), at('09:00')],
  ])
  expect(judgeBreaks(planned, [took('12:10', '12:40')]).map(({ taken }) => taken !== null)).toEqual([true, false])
  expect(judgeBreaks([], [took('12:00', '12:30')])).toEqual([])
})

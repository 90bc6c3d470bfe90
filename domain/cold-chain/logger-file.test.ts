import { expect, test } from 'vitest'
import { guessLogger, readLogger, type LoggerFormat } from './logger-file.ts'

const jakarta: LoggerFormat = { zone: 'Asia/Jakarta', unit: 'C', decimal: '.', dayOrder: 'ymd' }
const rows = (text: string) => text.split('\n').map((line) => line.split(';'))

test('a table is found behind the logger’s own lines, with what it says about itself', () => {
  const file = rows(
    'Serial;A12\nInterval;5 min\nNo.;Time;Humidity;Temp (°F)\n1;16/03/2026 10:00;55;41,0\n2;16/03/2026 10:05;56;50,0\nEnd of file',
  )
  const guess = guessLogger(file)!
  expect(guess).toMatchObject({
    firstRow: 3,
    timeColumn: 1,
    degreesColumn: 3,
    unit: 'F',
    decimal: ',',
    dayOrder: 'dmy',
    zone: null,
  })
  const read = readLogger(file, guess, { zone: 'Asia/Jakarta', unit: 'F', decimal: ',', dayOrder: 'dmy' })
  expect(read.readings).toEqual([
    { read_at: '2026-03-16T03:00:00.000Z', celsius: 5 },
    { read_at: '2026-03-16T03:05:00.000Z', celsius: 10 },
  ])
  expect(read.problems).toEqual([{ row: 5, reason: '“” is no time.' }])
})

test('what a file does not say, or what could mean either, is asked', () => {
  const guess = guessLogger(rows('time;value\n03/04/2026 10:00;5\n05/06/2026 10:00;6'))
  expect(guess).toMatchObject({ unit: null, decimal: null, dayOrder: null, zone: null })
  expect(guessLogger(rows('2026-03-16T10:00:00Z;5.5'))).toMatchObject({ zone: 'UTC', dayOrder: 'ymd', decimal: '.' })
  expect(guessLogger(rows('only;words\nand;more'))).toBeUndefined()
})

test('an offset that no zone has is told with its row, and words among the temperatures do not say how decimals are written', () => {
  const file = rows('2026-03-16T10:00:00Z;5.5\n2026-03-16T10:05:00+99:99;5.5\n2026-03-16T10:10:00Z;none, probe lost')
  const guess = guessLogger(file)!
  expect(guess.decimal).toBe('.')
  expect(readLogger(file, guess, jakarta)).toMatchObject({
    readings: [{ celsius: 5.5 }],
    problems: [{ row: 1 }, { row: 2 }],
  })
})

test.each<[string, Partial<LoggerFormat>, { read_at: string; celsius: number } | undefined]>([
  ['2026-03-16 10:00:30;5.5', {}, { read_at: '2026-03-16T03:00:30.000Z', celsius: 5.5 }],
  ['2026-03-16T10:00:00+0100;5.5', {}, { read_at: '2026-03-16T09:00:00.000Z', celsius: 5.5 }],
  ['16.03.26;10:00;-5,25', { dayOrder: 'dmy', decimal: ',' }, { read_at: '2026-03-16T03:00:00.000Z', celsius: -5.25 }],
  ['03/16/2026 1:30 PM;−4 °F', { dayOrder: 'mdy' }, { read_at: '2026-03-16T06:30:00.000Z', celsius: -20 }],
  ['2026-03-16 10:00;5,5', {}, undefined],
  ['2026-02-30 10:00;5.5', {}, undefined],
  ['2026-03-16 10:00;451', {}, undefined],
  ['16/03/2026 10:00;5', { dayOrder: 'mdy' }, undefined],
])('%s is read as its format says', (line, format, expected) => {
  const file = rows(line)
  const { readings } = readLogger(file, guessLogger(file)!, { ...jakarta, ...format })
  expect(readings).toEqual(expected ? [expected] : [])
})

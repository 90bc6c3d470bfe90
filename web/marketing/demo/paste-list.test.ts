import { expect, test } from 'vitest'
import { readPastedList } from './paste-list.ts'
import { sampleLocations } from './suggestions.ts'

const read = (text: string, room = 27) => readPastedList(text, room)
const stopsOf = (text: string) => read(text).stops

test('a line is an address, an address with its position, or a position', () => {
  expect(stopsOf('Jl. Melati 5\nJl. Mawar 7, -6.21, 106.85\n-6.3, 106.9')).toEqual([
    { address: 'Jl. Melati 5' },
    { address: 'Jl. Mawar 7', position: { lat: -6.21, lng: 106.85 } },
    { address: '-6.30000, 106.90000', position: { lat: -6.3, lng: 106.9 } },
  ])
})

test('tabs and semicolons separate fields too, and then commas can be decimal', () => {
  const mawar = { address: 'Jl. Mawar 7, Blok C', position: { lat: -6.21, lng: 106.85 } }
  expect(stopsOf('Jl. Mawar 7, Blok C\t-6.21\t106.85')).toEqual([mawar])
  expect(stopsOf('Jl. Mawar 7, Blok C;-6,21;106,85')).toEqual([mawar])
  expect(stopsOf('"Jl. Mawar 7, Blok C", -6.21, 106.85')).toEqual([mawar])
})

test('an address keeps its commas, and house numbers are not read as degrees', () => {
  expect(stopsOf('Jl. Melati, 5, 12')).toEqual([{ address: 'Jl. Melati, 5, 12' }])
  expect(stopsOf('Jl. Thamrin 10, Jakarta, 10310')).toEqual([{ address: 'Jl. Thamrin 10, Jakarta, 10310' }])
})

test('a sample address gets its position', () => {
  const { address, position } = sampleLocations[4]
  expect(stopsOf(address)).toEqual([{ address, position }])
})

test('skips blank lines and a heading, and accepts every kind of line ending', () => {
  expect(stopsOf('address,latitude,longitude\r\nOne\r\rTwo\n\n  \nThree').map(({ address }) => address)).toEqual([
    'One',
    'Two',
    'Three',
  ])
})

test('an out-of-range position is a problem with its line number and text', () => {
  const { stops, problems } = read('A, -6.5, 190.5\nB, 106.8, -6.2')
  expect(stops).toEqual([])
  expect(problems).toEqual([
    {
      line: 1,
      text: 'A, -6.5, 190.5',
      message: 'Latitude must be between -90 and 90, and longitude between -180 and 180.',
    },
    { line: 2, text: 'B, 106.8, -6.2', message: '106.8 is not a latitude. Latitude comes first, then longitude.' },
  ])
})

test('a duplicate is kept once and reported, even if the first is already in the form', () => {
  const { stops, problems } = readPastedList('One\none \nTwo', 10, [{ address: 'TWO' }])
  expect(stops).toEqual([{ address: 'One' }])
  expect(problems.map(({ line }) => line)).toEqual([2, 3])
})

test('lines that don’t fit are not lost', () => {
  const { stops, problems } = read('a\nb\nc\nd', 2)
  expect(stops).toHaveLength(2)
  expect(problems.map(({ text, message }) => [text, message])).toEqual([
    ['c', 'The list is full.'],
    ['d', 'The list is full.'],
  ])
})

test('hostile text stays text, and invisible characters are removed', () => {
  const hostile = '<img src=x onerror=alert(1)>'
  expect(stopsOf(hostile)).toEqual([{ address: hostile }])
  expect(stopsOf('🚚📦 Jl. 🌺')).toEqual([{ address: '🚚📦 Jl. 🌺' }])
  expect(stopsOf('Jl.\u0000 \u202eMelati\u202c')).toEqual([{ address: 'Jl. Melati' }])
  expect(read(',,,\n;;').problems.map(({ message }) => message)).toEqual([
    'This line has no address.',
    'This line has no address.',
  ])
})

test('a hundred kilobytes lose nothing, on one line or on many', () => {
  const oneLine = 'x'.repeat(100_000)
  expect(read(oneLine)).toEqual({
    stops: [],
    problems: [{ line: 1, text: oneLine, message: 'An address can have at most 300 characters.' }],
  })
  const lines = Array.from({ length: 6000 }, (_, index) => `Jl. Nomor ${index}`)
  const { stops, problems } = read(lines.join('\n'))
  expect([...stops.map(({ address }) => address), ...problems.map(({ text }) => text)]).toEqual(lines)
})

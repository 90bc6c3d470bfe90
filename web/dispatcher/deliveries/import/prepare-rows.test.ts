import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guessMapping } from '#domain/import-csv.ts'
import { badRowsCsv, prepareRows } from './prepare-rows.ts'
import { FileProblem, readFile, readSheet } from './read-file.ts'

const day = '2026-03-15'
const bad = readSheet('bad.csv', readFileSync('samples/deliveries-bad.csv', 'utf8'))

test('three rows of the bad file are good, and each other row says why it is not', () => {
  const rows = prepareRows(bad, guessMapping(bad.header), day)
  expect(rows.filter((row) => row.delivery).map((row) => row.delivery!.reference)).toEqual([
    'GOOD-1',
    'GOOD-2',
    'GOOD-3',
  ])
  expect(rows[7]!.problems).toEqual([{ field: 'reference', message: 'Same reference as row 8.' }])
  for (const row of rows) expect(Boolean(row.delivery)).toBe(row.problems.length === 0)
})

test('the bad rows can be downloaded, corrected and imported again', () => {
  const rows = prepareRows(bad, guessMapping(bad.header), day)
  const again = readSheet('again.csv', badRowsCsv(bad, rows))
  expect(again.header).toEqual([...bad.header, 'problem'])
  expect(again.rows).toHaveLength(7)
  expect(again.rows[1]!.at(-1)).toBe('Latitude must be between -90 and 90.')
  expect(again.rows[1]!.slice(0, -1)).toEqual(bad.rows[1])
})

test('a spreadsheet that opens the bad rows runs no formula in them', () => {
  const sheet = readSheet('x.csv', 'delivery_address,weight\n"=HYPERLINK(1)",-5\n')
  expect(badRowsCsv(sheet, prepareRows(sheet, guessMapping(sheet.header), day))).toContain("'=HYPERLINK(1)")
})

test('semicolons and tabs work like commas', () => {
  expect(readSheet('x', 'a;b\n1;2\n').rows).toEqual([['1', '2']])
  expect(readSheet('x', 'a\tb\n1\t2\n').rows).toEqual([['1', '2']])
})

test.each([
  ['', 'The file is empty.'],
  ['a,b\n', 'The file has a header but no rows below it.'],
  ['PK\u0003\u0004', 'This is not a CSV file. In your spreadsheet, choose Save as and then CSV.'],
  [`a\n${'1\n'.repeat(50_001)}`, 'The file has 50,001 rows; at most 50,000 can be imported at once.'],
])('an unreadable file is refused with the reason', (text, message) => {
  expect(() => readSheet('x', text)).toThrow(new FileProblem(message))
})

test('files from older spreadsheets keep their accents', async () => {
  const file = new File([new Uint8Array([0x61, 0x0a, 0xe9])], 'old.csv')
  expect((await readFile(file)).rows).toEqual([['é']])
})

test('a byte order mark is not part of the first column', async () => {
  const file = new File(['\ufeffreference\nA'], 'excel.csv')
  expect((await readFile(file)).header).toEqual(['reference'])
})

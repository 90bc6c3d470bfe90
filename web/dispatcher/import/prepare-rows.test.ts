import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guessMapping } from '#domain/import/columns.ts'
import { withAnswers } from './compare-rows.ts'
import { deliveriesKind, deliveriesKindWith } from './kinds/deliveries.ts'
import { depotsKind } from './kinds/depots.ts'
import { driversKind } from './kinds/drivers.ts'
import { vehiclesKind } from './kinds/vehicles.ts'
import { toRawSheet } from '#domain/sheets/read-bytes.ts'
import { badRowsCsv, prepareRows, templateCsv } from '#domain/sheets/prepare-rows.ts'
import { readSheet } from '#domain/sheets/csv.ts'
import { readFile } from './read-file.ts'
import { SheetProblem, toSheet, type Sheet } from '#domain/sheets/sheet.ts'

const context = { day: '2026-03-15', near: undefined, language: 'en-GB' as const }
const sheetOf = (text: string, name = 'x') => toSheet(readSheet(name, text), { hasHeader: true })
const bad = sheetOf(readFileSync('samples/deliveries-bad.csv', 'utf8'), 'bad.csv')
const prepare = (sheet: Sheet) =>
  prepareRows(deliveriesKind, sheet, guessMapping(deliveriesKind.columns, sheet.header), context)

test('three rows of the bad file are good, and each other row says why it is not', () => {
  const rows = prepare(bad)
  expect(rows.flatMap(({ row }) => row?.reference ?? [])).toEqual(['GOOD-1', 'GOOD-2', 'GOOD-3'])
  expect(rows[7]!.problems).toEqual([{ field: null, message: 'Same reference as row 8.' }])
  for (const row of rows) expect(row.row !== undefined).toBe(row.problems.length === 0)
})

test('the bad rows can be downloaded, corrected and imported again', () => {
  const again = sheetOf(badRowsCsv(bad, prepare(bad)))
  expect(again.header).toEqual([...bad.header, 'problem'])
  expect(again.rows).toHaveLength(7)
  expect(again.rows[1]!.texts.at(-1)).toBe('Latitude must be between -90 and 90.')
  expect(again.rows[1]!.texts.slice(0, -1)).toEqual(bad.rows[1]!.texts)
})

test('columns of own fields are recognized by label, and a wrong value is named in its row', () => {
  const field = {
    id: '',
    position: 0,
    visible_to: [],
    archived: false,
    options: [],
    created_at: '',
    updated_at: '',
  }
  const kind = deliveriesKindWith([
    { ...field, version: 1, key: 'floor', label: 'Floor', type: 'number' },
    { ...field, version: 1, key: 'gate', label: 'Gate', type: 'choice', options: ['North', 'South'] },
    { ...field, version: 1, key: 'old', label: 'Old', type: 'text', archived: true },
  ])
  const sheet = sheetOf('address,FLOOR,gate,Old\nA,3,north,x\nB,third,West,x\nC,,,\n')
  const rows = prepareRows(kind, sheet, guessMapping(kind.columns, sheet.header), context)
  expect(rows.map(({ row }) => row?.custom)).toEqual([
    { floor: 3, gate: 'North' },
    undefined,
    { floor: null, gate: null },
  ])
  expect(rows[1]!.problems).toEqual([
    { field: 'custom.floor', message: 'Floor is not a number.' },
    { field: 'custom.gate', message: 'Gate is one of: North, South.' },
  ])
  expect(templateCsv(kind)).toMatch(/,Floor,Gate\r/)
})

test('a spreadsheet that opens the bad rows runs no formula in them', () => {
  const sheet = sheetOf('delivery_address,weight\n"=HYPERLINK(1)",-5\n')
  expect(badRowsCsv(sheet, prepare(sheet))).toContain("'=HYPERLINK(1)")
})

test('semicolons and tabs work like commas, and addresses may have commas between tabs', () => {
  expect(sheetOf('a;b\n1;2\n').rows).toEqual([{ number: 2, texts: ['1', '2'] }])
  expect(sheetOf('a\tb\n1\t2\n').rows).toEqual([{ number: 2, texts: ['1', '2'] }])
  const copied = 'address\tname\r\n"Jl. A, No. 1\nMenteng"\tAni\r\nJl. B, C, D\tBudi\r\n'
  expect(sheetOf(copied).rows.map(({ texts }) => texts)).toEqual([
    ['Jl. A, No. 1\nMenteng', 'Ani'],
    ['Jl. B, C, D', 'Budi'],
  ])
})

test('one column of addresses is not split at commas', () => {
  expect(sheetOf('address\nJl. A, No. 1\n').rows).toEqual([{ number: 2, texts: ['Jl. A, No. 1'] }])
})

test('rows keep their numbers in the spreadsheet when others are empty', () => {
  const rows = prepare(sheetOf('address,lat\nA,\n,\n\nB,x\n'))
  expect(rows.map(({ number }) => number)).toEqual([2, 5])
})

test('rows without a header are read from the first one', () => {
  const raw = readSheet('x', 'Jl. A\tAni\nJl. B\tBudi')
  expect(toSheet(raw, { hasHeader: false })).toMatchObject({
    header: ['Column 1', 'Column 2'],
    rows: [{ number: 1 }, { number: 2 }],
  })
})

test.each([
  ['', 'There are no rows to import.'],
  [' \n\t\n', 'There are no rows to import.'],
  ['PK\u0003\u0004', /^This is neither an Excel workbook nor a CSV file/],
  [`a\n${'1\n'.repeat(50_001)}`, 'There are more than 50,000 rows. Split the file into smaller ones.'],
  [`a,b\n${'\n'.repeat(200_001)}`, /^There are more than 200,000 empty rows/],
  [`a${',a'.repeat(200)}\n1`, /^There are more than 200 columns/],
  [Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(), /^There are more than 200 columns/],
  [`a,b\n1${',1'.repeat(100_000)}`, /^There are more than 200 columns/],
  [`${'a,'.repeat(199)}a\n`.repeat(10_001), /^There are more than 2 million cells/],
  ['a'.repeat(30 * 1024 * 1024 + 1), /^The file is larger than 30 MB/],
])('an unreadable file is refused with the reason', (text, message) => {
  expect(() => readSheet('x', text)).toThrow(SheetProblem)
  expect(() => readSheet('x', text)).toThrow(message)
})

test('a file at the limits is read', () => {
  expect(readSheet('x', `a\n${'1\n'.repeat(50_000)}`).rows).toHaveLength(50_001)
  expect(readSheet('x', `a${',a'.repeat(199)}\n"${'1,'.repeat(5000)}"`).rows[1]!.texts).toHaveLength(1)
})

test('files from older spreadsheets keep their accents', async () => {
  const file = new File([new Uint8Array([0x61, 0x0a, 0xe9])], 'old.csv')
  // Cyrillic letters would be other ones in the same bytes, so the page asks to look at them.
  expect(toSheet(await readFile(file), { hasHeader: true })).toMatchObject({
    isGuess: true,
    rows: [{ number: 2, texts: ['é'] }],
  })
})

test.each([
  ['utf16le', [0xff, 0xfe]],
  ['utf16be', [0xfe, 0xff]],
])('Unicode text of Excel (%s) is read as it is', async (encoding, mark) => {
  const bytes = Buffer.from('address\tnotes\r\nЛьвів\t東京', 'utf16le')
  const file = new File([new Uint8Array(mark), encoding === 'utf16be' ? bytes.swap16() : bytes], 'unicode.txt')
  const { header, rows, isGuess } = toSheet(await readFile(file), { hasHeader: true })
  expect({ header, rows, isGuess }).toEqual({
    header: ['address', 'notes'],
    rows: [{ number: 2, texts: ['Львів', '東京'] }],
    isGuess: undefined,
  })
})

test('a file of 50 MB is refused without being read', async () => {
  const unread = () => Promise.reject(new Error('It was read.'))
  const file = { name: 'large.xlsx', size: 50 * 1024 * 1024, slice: unread, arrayBuffer: unread } as unknown as File
  await expect(readFile(file)).rejects.toThrow('The file is larger than 30 MB. Split it into smaller ones.')
})

test('a byte order mark is not part of the first column', async () => {
  const file = new File(['\ufeffreference\nA'], 'excel.csv')
  expect(toSheet(await readFile(file), { hasHeader: true }).header).toEqual(['reference'])
})

test.each([deliveriesKind, driversKind, vehiclesKind, depotsKind])(
  'the template for $noun.many is understood, with its example',
  (kind) => {
    const sheet = sheetOf(templateCsv(kind))
    const mapping = guessMapping<string>(kind.columns, sheet.header)
    expect(mapping).toEqual(kind.columns.map(({ field }) => field))
    const cells = Object.fromEntries(mapping.map((field, at) => [field, sheet.rows[0]!.texts[at]]))
    expect(kind.read(cells, context)).toMatchObject({ ok: true })
  },
)

test('rows take over what the server would do with them, and refused ones become bad', () => {
  const rows = prepare(sheetOf('address\nA\nB\n'))
  const answered = withAnswers(
    rows,
    new Map([
      [2, { outcome: 'updated' as const }],
      [3, { outcome: 'refused' as const, reason: 'On a route.' }],
    ]),
  )
  expect(answered).toMatchObject([
    { number: 2, outcome: 'updated', problems: [] },
    { number: 3, row: undefined, problems: [{ message: 'On a route.' }] },
  ])
})

test('pasted drivers with the same phone are one', () => {
  const sheet = sheetOf('nama\tno hp\nBudi\t+628110009001\nB. Santoso\t0062 811 0009 001\n')
  const rows = prepareRows(driversKind, sheet, guessMapping(driversKind.columns, sheet.header), context)
  expect(rows[1]!.problems).toEqual([{ field: null, message: 'Same phone as row 2.' }])
})

test('a cell whose value was not saved makes its row bad, unless its column is not imported', () => {
  const message = 'Cell B2 has a formula without a saved value.'
  const facts = { sheets: ['A'], sheet: 'A', epoch: 1900 as const, hasMacros: false, mergedRows: 0, hiddenColumns: 0 }
  const row = { number: 2, texts: ['Jl. A', ''], isHidden: true, problems: [{ column: 1, message }] }
  const raw = toRawSheet('x', {
    ...facts,
    rows: [{ number: 1, texts: ['address', 'weight'], isHidden: false, problems: [] }, row],
  })
  expect(raw.workbook!.hiddenRows).toBe(1)
  expect(toSheet(raw, { hasHeader: true, withHidden: false }).rows).toEqual([])
  const sheet = toSheet(raw, { hasHeader: true })
  expect(prepare(sheet)[0]!.problems).toEqual([{ field: 'weight_kg', message }])
  expect(prepareRows(deliveriesKind, sheet, ['delivery_address', null], context)[0]!.row).toBeDefined()
  expect(() => toRawSheet('x', { ...facts, sheets: ['A', 'B'], rows: [] })).toThrow(
    'There are no rows on the sheet “A”. Choose another sheet',
  )
})

test('rows of one reference with a parcel each are one delivery', () => {
  const sheet = sheetOf(
    'reference,address,parcel code,day\nA,Jl. A,P1,2026-03-16\nA,,P2\nB,Jl. B,P3\nA,Jl. Z,P4\nA,Jl. A,P1\n',
  )
  const rows = prepare(sheet)
  expect(rows.map(({ row, partOf, problems }) => row?.parcels?.map(({ code }) => code) ?? partOf ?? problems)).toEqual([
    ['P1', 'P2'],
    2,
    ['P3'],
    [{ field: null, message: 'Same reference as row 2. It has another address.' }],
    [{ field: null, message: 'Same reference as row 2. Two parcels have the code “P1”.' }],
  ])
})

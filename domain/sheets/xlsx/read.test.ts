import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { WorkbookProblem } from './problem.ts'
import { readWorkbook } from './read.ts'
import { writeWorkbook } from './write.ts'

const limits = { rows: 50_000, columns: 200, cells: 2_000_000, emptyRows: 200_000 }
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'

type Parts = { sheet?: string; book?: string; styles?: string; texts?: string; more?: Record<string, string> }

/** A workbook of these parts, as small as Excel would still open it. */
function workbook({ sheet = '', book, styles = '', texts = '', more = {} }: Parts): Uint8Array {
  const files = {
    'xl/workbook.xml': book ?? '<workbook><sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relation}" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relation}" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    ...more,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const read = (parts: Parts, sheet?: string) => readWorkbook(workbook(parts), limits, sheet)
const textsOf = (parts: Parts) => read(parts).rows.map(({ texts }) => texts)
const say = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(WorkbookProblem)
    return (error as Error).message
  }
  throw new Error('It was read.')
}

test('texts are read from where Excel keeps them, with their special characters', () => {
  const texts =
    '<si><t>A &amp; B</t></si><si><r><t>Jl. </t></r><r><t>Thamrin</t></r><rPh><t>x</t></rPh></si><si><t>two_x000A_lines</t></si>'
  const sheet =
    '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="3"><c r="B3" t="s"><v>2</v></c><c r="C3" t="inlineStr"><is><t>inline</t></is></c><c r="D3" t="b"><v>1</v></c></row></sheetData>'
  expect(textsOf({ texts, sheet })).toEqual([
    ['A & B', '', 'Jl. Thamrin'],
    ['', 'two\nlines', 'inline', 'TRUE'],
  ])
  expect(read({ texts, sheet }).rows.map(({ number }) => number)).toEqual([1, 3])
})

test('days and times are numbers with a format, and are read as what they show', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-421]dd\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="#,##0.00&quot; kg&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>'
  const cells = [
    [1, 46096],
    [2, 0.388_888_888_888_889],
    [3, 46096.375],
    [4, 46097],
    [5, 1.0833333333333333],
    [6, 3.1000000000000001],
    [0, 46096],
  ].map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`)
  const sheet = `<sheetData><row>${cells.join('')}</row></sheetData>`
  expect(textsOf({ styles, sheet })).toEqual([
    ['2026-03-15', '09:20', '2026-03-15 09:00', '2026-03-16', '26:00', '3.1', '46096'],
  ])
  const book =
    '<workbook><workbookPr date1904="1"/><sheets><sheet name="Mac" sheetId="1" r:id="r1"/></sheets></workbook>'
  const old = read({ styles, book, sheet: '<sheetData><row><c s="1"><v>44634</v></c></row></sheetData>' })
  expect([old.rows[0]!.texts, old.epoch]).toEqual([['2026-03-15'], 1904])
})

test('formulas count as their saved values, and one without a value is named, like an error', () => {
  const sheet =
    '<sheetData><row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>HYPERLINK("x")</f><v>Depot</v></c><c r="C2"><f>NOW()</f></c><c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row></sheetData>'
  const [row] = read({ sheet }).rows
  expect(row!.texts).toEqual(['2', 'Depot', '', ''])
  expect(row!.problems).toEqual([
    {
      column: 2,
      message: 'Cell C2 has a formula without a saved value. Open the file in Excel, save it, and import that.',
    },
    { column: 3, message: 'Cell D2 says #DIV/0!. Correct it in the file.' },
  ])
})

test('rows under a merged cell mean the same, and hidden rows and columns are told', () => {
  const text = (at: string, say: string) => `<c r="${at}" t="str"><v>${say}</v></c>`
  const sheet = `<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1">${text('A1', 'ORD-1')}${text('B1', 'P1')}</row><row r="2" hidden="1">${text('B2', 'P2')}</row><row r="3">${text('B3', 'P3')}</row></sheetData><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="C1:XFD1048576"/></mergeCells>`
  const done = read({ sheet })
  expect(done.rows.map(({ texts, isHidden }) => [...texts, isHidden])).toEqual([
    ['ORD-1', 'P1', false],
    ['ORD-1', 'P2', true],
    ['', 'P3', false],
  ])
  expect([done.mergedRows, done.hiddenColumns]).toEqual([1, 1])
})

test('one of several sheets is read, hidden sheets are not offered, and macros stay where they are', () => {
  const book =
    '<x:workbook><x:sheets><x:sheet name="Secret" r:id="r1" state="veryHidden"/><x:sheet name="Orders" r:id="r1"/><x:sheet name="Late &amp; more" r:id="r2"/><x:sheet name="Chart" r:id="r9"/></x:sheets></x:workbook>'
  const more = {
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c t="str"><v>second</v></c></row></sheetData></worksheet>',
    'xl/vbaProject.bin': 'MsgBox "hi"',
  }
  expect(read({ book, more })).toMatchObject({ sheets: ['Orders', 'Late & more'], sheet: 'Orders', hasMacros: true })
  expect(read({ book, more }, 'Late & more').rows[0]!.texts).toEqual(['second'])
})

test('each file that is no workbook is refused with what to do', () => {
  const zip = (names: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(names).map(([name, text]) => [name, strToU8(text)])))
  const compound = (name: string) => {
    const bytes = new Uint8Array(4096)
    bytes.set([0xd0, 0xcf, 0x11, 0xe0])
    bytes.set(
      [...name].flatMap((letter) => [letter.charCodeAt(0), 0]),
      1024,
    )
    return bytes
  }
  const open = (bytes: Uint8Array) => say(() => readWorkbook(bytes, limits))
  expect(open(compound('EncryptedPackage'))).toContain('The file has a password. Remove it')
  expect(open(compound('Workbook'))).toContain('old Excel (.xls)')
  expect(open(zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }))).toContain('(.ods)')
  expect(open(zip({ 'Index/Document.iwa': 'x' }))).toContain('Numbers and Pages')
  expect(open(zip({ 'xl/workbook.bin': 'x' }))).toContain('(.xlsb)')
  expect(open(zip({ 'word/document.xml': 'x' }))).toContain('a document')
  expect(open(zip({ 'readme.txt': 'x' }))).toContain('not an Excel workbook')
  expect(open(workbook({}).slice(0, 200))).toContain('damaged')
  expect(say(() => read({ sheet: '<sheetData><row><c' }))).toContain('damaged')
})

test('a file that unpacks to far too much is refused before it is unpacked', () => {
  const bytes = workbook({ sheet: '<sheetData/>' })
  // The central directory says how large a part is; this one claims 4 GB.
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length - 46; at++) {
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 0xff_ff_ff_00, true)
  }
  expect(say(() => readWorkbook(bytes, limits))).toContain('unpacks to more than 250 MB')
})

test('a sheet beyond the limits is refused with the limit', () => {
  const rows = (count: number, cell = '<c t="str"><v>x</v></c>') =>
    `<sheetData>${`<row>${cell}</row>`.repeat(count)}</sheetData>`
  const few = { rows: 3, columns: 3, cells: 5, emptyRows: 3 }
  const open = (sheet: string) => say(() => readWorkbook(workbook({ sheet }), few))
  expect(open(rows(5))).toContain('more than 3 rows')
  expect(open(rows(5, ''))).toContain('more than 3 empty rows')
  expect(open(rows(1, '<c r="XFD1"><v>1</v></c>'))).toContain('more than 3 columns')
  expect(open(rows(2, '<c><v>1</v></c>'.repeat(3)))).toContain('more than 5 cells')
})

test('what is written is read again: days as days, and formulas as harmless texts', () => {
  const writer = writeWorkbook('Deliveries', ['Reference', 'Day', 'Weight', 'Notes'])
  writer.addRows([['=cmd|x', { day: '2026-03-15' }, 3.25, 'a <b> & "c" _x0041_\u0001 😀']])
  writer.addRows([[null, { day: '2024-02-29' }, -1, '']])
  const parts = writer.finish()
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  expect(readWorkbook(bytes, limits).rows.map(({ texts }) => texts)).toEqual([
    ['Reference', 'Day', 'Weight', 'Notes'],
    ['=cmd|x', '2026-03-15', '3.25', 'a <b> & "c" _x0041_ 😀'],
    ['', '2024-02-29', '-1'],
  ])
})

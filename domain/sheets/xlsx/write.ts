import { strToU8, Zip, ZipDeflate } from 'fflate'
import { looksLikeFormula } from '../../import/csv-cell.ts'
import { serialOfDay } from '../../import/day-cell.ts'
import { columnName } from './cell-name.ts'

/** A cell: a text, a number, or a day, which Excel can sort and reckon with. */
export type XlsxCell = string | number | null | { day: string }

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** Cell styles by their position in the list of styles below. */
const styles = { plain: 0, head: 1, day: 2, quoted: 3 }

/**
 * Writes a workbook with one sheet, row by row: only the compressed bytes stay in memory. Texts are texts: Excel runs none of
 * them, and keeps those that look like formulas quoted when somebody edits them.
 */
export function writeWorkbook(sheetName: string, header: readonly string[]) {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk as Uint8Array<ArrayBuffer>)
  })
  const add = (path: string, xml: string) => {
    const part = new ZipDeflate(path)
    zip.add(part)
    part.push(strToU8(head + xml), true)
  }
  for (const [path, xml] of Object.entries(fixedParts(sheetName))) add(path, xml)
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml')
  zip.add(sheet)
  const widths = header.map(
    (name, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(name)}" customWidth="1"/>`,
  )
  sheet.push(
    strToU8(
      `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(1, header, styles.head)}`,
    ),
  )
  let count = 1
  return {
    addRows(rows: readonly (readonly XlsxCell[])[]): void {
      sheet.push(strToU8(rows.map((cells) => rowXml(++count, cells, styles.plain)).join('')))
    },
    finish(): Uint8Array<ArrayBuffer>[] {
      sheet.push(strToU8('</sheetData></worksheet>'), true)
      zip.end()
      return chunks
    },
  }
}

const widthOf = (name: string) => Math.min(40, Math.max(12, name.length + 3))

function rowXml(number: number, cells: readonly XlsxCell[], style: number): string {
  return `<row r="${number}">${cells.map((cell, column) => cellXml(`${columnName(column)}${number}`, cell, style)).join('')}</row>`
}

function cellXml(at: string, cell: XlsxCell, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}" s="${style}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${at}" s="${styles.day}"><v>${serialOfDay(cell.day)}</v></c>`
  const shown = looksLikeFormula(cell) ? styles.quoted : style
  return `<c r="${at}" s="${shown}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** Excel takes no longer texts. */
const longestText = 32_767

/** What XML cannot contain. */
const notInXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) =>
  text
    .slice(0, longestText)
    .replace(notInXml, '')
    // What looks like an escaped character to Excel is text here.
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (mark) => marks[mark]!)

function fixedParts(sheetName: string): Record<string, string> {
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`
  const fonts =
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
  const fills =
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
  const xf = (font: number, format: number, more = '') =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}/>`
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>${fonts}${fills}<borders count="1"><border/></borders><cellStyleXfs count="1">${xf(0, 0).replace(' xfId="0"', '')}</cellStyleXfs><cellXfs count="4">${xf(0, 0)}${xf(1, 0)}${xf(0, 164)}${xf(0, 0, ' quotePrefix="1"')}</cellXfs></styleSheet>`,
  }
}

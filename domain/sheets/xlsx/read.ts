import type { Epoch } from '../../import/day-cell.ts'
import { partsOf, unpack } from './archive.ts'
import { numberText, shownAs, type Shown } from './date-format.ts'
import { WorkbookProblem } from './problem.ts'
import { readSheetRows, type ReadCells, type WorkbookLimits } from './sheet-rows.ts'
import { readXml } from './xml.ts'

/** What a sheet of a workbook contains, and what its reader should know. */
export type WorkbookSheet = ReadCells & {
  /** Of the sheets that people see. */
  sheets: string[]
  sheet: string
  epoch: Epoch
  hasMacros: boolean
}

type Sheet = { name: string; isHidden: boolean; relation: string }

/**
 * Reads one sheet of an Excel workbook: what its cells contained when it was saved. Formulas and macros are never run.
 * @param wanted the sheet's name; otherwise the first that is not hidden
 * @throws WorkbookProblem
 */
export function readWorkbook(bytes: Uint8Array, limits: WorkbookLimits, wanted?: string): WorkbookSheet {
  const names = partsOf(bytes)
  const basics = unpack(bytes, ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml'])
  const { epoch, sheets } = readBook(basics.get('xl/workbook.xml'))
  const files = readRelations(basics.get('xl/_rels/workbook.xml.rels'))
  const pathOf = ({ relation }: Sheet) => files.get(relation)
  const shown = sheets.filter((sheet) => !sheet.isHidden && names.has(pathOf(sheet) ?? ''))
  const sheet = shown.find(({ name }) => name === wanted) ?? shown[0]
  if (!sheet) throw new WorkbookProblem('The workbook has no sheet that can be seen. Unhide it, and save the file.')
  const path = pathOf(sheet)!
  const texts = [...names].find((name) => name.toLowerCase() === 'xl/sharedstrings.xml')
  const parts = unpack(bytes, [path, ...(texts ? [texts] : [])])
  const shownBy = readStyles(basics.get('xl/styles.xml'))
  const cells = readSheetRows(parts.get(path), {
    limits,
    sharedTexts: readSharedTexts(texts ? parts.get(texts) : undefined),
    numberText: (serial, style) => numberText(serial, shownBy[style] ?? 'number', epoch),
  })
  const hasMacros = [...names].some((name) => name.endsWith('vbaProject.bin'))
  return { ...cells, sheets: shown.map(({ name }) => name), sheet: sheet.name, epoch, hasMacros }
}

function readBook(bytes: Uint8Array | undefined): { epoch: Epoch; sheets: Sheet[] } {
  const sheets: Sheet[] = []
  let epoch: Epoch = 1900
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes().date1904 ?? '')) epoch = 1904
      if (name !== 'sheet') return
      const { name: title = '', state = 'visible', id = '' } = attributes()
      sheets.push({ name: title, isHidden: state !== 'visible', relation: id })
    },
  })
  return { epoch, sheets }
}

function readRelations(bytes: Uint8Array | undefined): Map<string, string> {
  const files = new Map<string, string>()
  readXml(bytes, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id = '', Target = '', Type = '' } = attributes()
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`
      if (Type.endsWith('/worksheet')) files.set(Id, path)
    },
  })
  return files
}

/** How the numbers of each cell style are shown. */
function readStyles(bytes: Uint8Array | undefined): Shown[] {
  const codes = new Map<number, string>()
  const styles: Shown[] = []
  let isInCells = false
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes().numFmtId), attributes().formatCode ?? '')
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes().numFmtId ?? 0)
        styles.push(shownAs(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** The texts that cells refer to. How to say them (`rPh`) is no part of them. */
function readSharedTexts(bytes: Uint8Array | undefined): string[] {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isSpoken = false
  readXml(bytes, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isSpoken = true
      else if (name === 't') isText = !isSpoken
    },
    text(part) {
      if (isText) text += part
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isSpoken = false
      else if (name === 'si') texts.push(text)
    },
  })
  return texts
}

import { closeDocument, millimeters, openDocument, type Pdf } from './open-document.ts'
import type { Cell, CellPart, Column, Head, ListPaper, Sheet } from './paper.ts'

export const margin = millimeters(12)
export const a4: [number, number] = [millimeters(210), millimeters(297)]
const textSize = 9
export const smallSize = 7.5
export const padding = 3.5

/** Draws lists on A4, with the head and the titles of the columns on each page. */
export async function drawList({ title, isWide, sheets }: ListPaper): Promise<Uint8Array> {
  const size: [number, number] = isWide ? [a4[1], a4[0]] : a4
  const pdf = openDocument({ title, size, margin })
  for (const sheet of sheets) drawSheet(pdf, sheet)
  numberPages(pdf)
  return closeDocument(pdf)
}

function drawSheet(pdf: Pdf, { head, columns, rows, empty }: Sheet): void {
  pdf.addPage()
  let y = drawTitles(pdf, columns, drawHead(pdf, head))
  const bottom = () => pdf.page.height - margin - smallSize * 2
  for (const { cells, minHeight = 0 } of rows) {
    const widths = widthsOf(pdf, columns)
    const height =
      Math.max(minHeight, ...cells.map((cell, at) => heightOf(pdf, cell, widths[at]! - 2 * padding))) + 2 * padding
    if (y + height > bottom()) {
      pdf.addPage()
      y = drawTitles(pdf, columns, drawHead(pdf, head))
    }
    drawRow(pdf, { cells, widths, y, height: Math.min(height, bottom() - y) })
    y += height
  }
  if (!rows.length) write(pdf, empty, { x: margin, y: y + padding, width: widthOf(pdf) })
}

export const widthOf = (pdf: Pdf) => pdf.page.width - 2 * margin
export const widthsOf = (pdf: Pdf, columns: Column[]) => columns.map(({ share }) => share * widthOf(pdf))

/** Returns where the head ends. */
export function drawHead(pdf: Pdf, { left, right, title, beside, facts }: Head, top = margin): number {
  const width = widthOf(pdf)
  pdf.font('regular').fontSize(8)
  pdf.text(left, margin, top, { width: width / 2, lineBreak: false, ellipsis: true })
  pdf.text(right, margin + width / 2, top, { width: width / 2, align: 'right', lineBreak: false })
  pdf.font('bold').fontSize(15)
  const besideWidth = beside ? pdf.fontSize(11).widthOfString(beside) + 2 * padding : 0
  pdf.fontSize(15).text(title, margin, top + 14, { width: width - besideWidth, height: 20, ellipsis: true })
  pdf.fontSize(11).text(beside, margin + width - besideWidth, top + 17, { width: besideWidth, align: 'right' })
  pdf
    .font('regular')
    .fontSize(textSize)
    .text(facts, margin, top + 35, { width })
  return Math.max(pdf.y, top + 46) + 6
}

/** Returns where the first row begins. */
export function drawTitles(pdf: Pdf, columns: Column[], y: number): number {
  const cells = columns.map(({ title }): Cell => [{ text: title, isBold: true, isSmall: true }])
  const height = smallSize + 2 * padding + 3
  drawRow(pdf, { cells, widths: widthsOf(pdf, columns), y, height })
  line(pdf, y + height, 1)
  return y + height
}

type Row = { cells: Cell[]; widths: number[]; y: number; height: number; columns?: Column[] }

export function drawRow(pdf: Pdf, { cells, widths, y, height, columns }: Row): void {
  let x = margin
  for (const [at, cell] of cells.entries()) {
    const box = { x: x + padding, y: y + padding, width: widths[at]! - 2 * padding, bottom: y + height }
    write(pdf, cell, { ...box, align: columns?.[at]?.align ?? 'left' })
    x += widths[at]!
  }
  line(pdf, y + height, 0.4)
}

export function line(pdf: Pdf, y: number, thickness: number): void {
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(thickness)
    .strokeColor('#444')
    .stroke()
}

const partsOf = (cell: Cell): CellPart[] =>
  (typeof cell === 'string' ? [{ text: cell }] : cell).filter(({ text }) => text)

function use(pdf: Pdf, { isBold, isSmall }: CellPart): Pdf {
  return pdf.font(isBold ? 'bold' : 'regular').fontSize(isSmall ? smallSize : textSize)
}

export const heightOf = (pdf: Pdf, cell: Cell, width: number) =>
  partsOf(cell).reduce((sum, part) => sum + use(pdf, part).heightOfString(part.text, { width }), 0)

type Box = {
  x: number
  y: number
  width: number
  /** What is lower is cut off. */ bottom?: number
  align?: 'left' | 'right'
}

function write(pdf: Pdf, cell: Cell, { x, y, width, bottom = Infinity, align = 'left' }: Box): void {
  let top = y
  for (const part of partsOf(cell)) {
    const height = use(pdf, part).heightOfString(part.text, { width })
    const room = bottom - top
    if (room < textSize) return
    const options = {
      width,
      align,
      strike: part.isStruck ?? false,
      ...(height > room && { height: room, ellipsis: true }),
    }
    pdf.fillColor('black').text(part.text, x, top, options)
    top += height
  }
}

export function numberPages(pdf: Pdf): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // Otherwise text in the margin begins another page.
    pdf.page.margins.bottom = 0
    pdf.font('regular').fontSize(smallSize).fillColor('black')
    const y = pdf.page.height - margin - smallSize + 4
    pdf.text(`Page ${page + 1} of ${count}`, margin, y, { width: widthOf(pdf), align: 'right', lineBreak: false })
  }
}

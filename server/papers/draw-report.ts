import {
  a4,
  drawHead,
  drawRow,
  heightOf,
  line,
  margin,
  numberPages,
  padding,
  smallSize,
  widthOf,
  widthsOf,
} from './draw-list.ts'
import { closeDocument, openDocument, type Pdf } from './open-document.ts'
import type { Cell, PaperChart, ReportPaper } from './paper.ts'

const ink = '#0b6b5c'
const quiet = '#5a6a66'
const chartHeight = 120
/** So many bars have room for what they say. */
const mostSaid = 14
const tallestRow = 200

/** Draws figures on A4: head, chart and table. The table goes on over pages, with its titles on each. */
export async function drawReport(paper: ReportPaper): Promise<Uint8Array> {
  const size: [number, number] = paper.isWide ? [a4[1], a4[0]] : a4
  const pdf = openDocument({ title: paper.title, size, margin })
  pdf.addPage()
  let y = drawHead(pdf, paper.head) + 6
  if (paper.chart) y = drawChart(pdf, paper.chart, y)
  drawTable(pdf, paper, y)
  numberPages(pdf)
  return closeDocument(pdf)
}

const bottomOf = (pdf: Pdf) => pdf.page.height - margin - smallSize * 2

/** Returns where the table begins. */
function drawChart(pdf: Pdf, { label, bars }: PaperChart, top: number): number {
  const width = widthOf(pdf)
  pdf.font('bold').fontSize(9).fillColor('black').text(label, margin, top, { width, lineBreak: false, ellipsis: true })
  const [from, to] = [top + 26, top + 16 + chartHeight]
  const most = Math.max(...bars.map(({ value }) => value ?? 0), 0)
  const step = width / bars.length
  const bar = Math.min(step * 0.72, 42)
  for (const [at, { value, text }] of bars.entries()) {
    const height = most > 0 ? ((value ?? 0) / most) * (to - from) : 0
    const x = margin + at * step + (step - bar) / 2
    if (height > 0) pdf.rect(x, to - height, bar, Math.max(height, 0.8)).fill(ink)
    if (bars.length > mostSaid) continue
    pdf.font('regular').fontSize(smallSize).fillColor('black')
    pdf.text(text, margin + at * step, to - height - 10, { width: step, height: 9, align: 'center', ellipsis: true })
  }
  pdf
    .moveTo(margin, to)
    .lineTo(margin + width, to)
    .lineWidth(0.6)
    .strokeColor('#444')
    .stroke()
  if (bars.length > mostSaid) sayMost(pdf, bars, { from, most })
  nameBars(pdf, bars, { y: to + 4, step })
  pdf.fillColor('black')
  return to + 24
}

/** With many bars, only the highest is said. */
function sayMost(pdf: Pdf, bars: PaperChart['bars'], { from, most }: { from: number; most: number }): void {
  const text = bars.find(({ value }) => value === most)?.text ?? ''
  pdf.moveTo(margin, from).lineTo(margin + widthOf(pdf), from)
  pdf.lineWidth(0.3).dash(2, { space: 2 }).strokeColor('#999').stroke().undash()
  pdf.font('regular').fontSize(smallSize).fillColor(quiet)
  pdf.text(text, margin, from - 10, { width: widthOf(pdf), align: 'right', lineBreak: false })
}

/** All of them if there is room, else the first and the last. */
function nameBars(pdf: Pdf, bars: PaperChart['bars'], { y, step }: { y: number; step: number }): void {
  pdf.font('regular').fontSize(smallSize).fillColor(quiet)
  const isRoom = bars.every(({ name }) => pdf.widthOfString(name) <= step - 2)
  if (isRoom) {
    for (const [at, { name }] of bars.entries())
      pdf.text(name, margin + at * step, y, { width: step, align: 'center', lineBreak: false })
    return
  }
  const half = widthOf(pdf) / 2
  pdf.text(bars[0]!.name, margin, y, { width: half, lineBreak: false })
  pdf.text(bars.at(-1)!.name, margin + half, y, { width: half, align: 'right', lineBreak: false })
}

function drawTable(pdf: Pdf, { head, columns, rows, total, notes, empty }: ReportPaper, top: number): void {
  const widths = widthsOf(pdf, columns)
  const heightOfRow = (cells: Cell[]) =>
    Math.min(Math.max(...cells.map((cell, at) => heightOf(pdf, cell, widths[at]! - 2 * padding))), tallestRow) +
    2 * padding
  const titles = columns.map(({ title }): Cell => [{ text: title, isBold: true, isSmall: true }])
  const drawTitles = (y: number) => {
    const height = heightOfRow(titles) + 2
    drawRow(pdf, { cells: titles, widths, y, height, columns })
    line(pdf, y + height, 1)
    return y + height
  }
  /** Where something of this height can be drawn: here, or on a new page below the titles. */
  const room = (at: number, height: number) => {
    if (at + height <= bottomOf(pdf)) return at
    pdf.addPage()
    return drawTitles(drawHead(pdf, head))
  }
  let y = drawTitles(top)
  for (const cells of rows) {
    const height = heightOfRow(cells)
    y = room(y, height)
    drawRow(pdf, { cells, widths, y, height, columns })
    y += height
  }
  if (rows.length) {
    const height = heightOfRow(total) + 2
    y = room(y, height)
    line(pdf, y, 1)
    drawRow(pdf, { cells: total, widths, y, height, columns })
    y += height
  }
  const said = rows.length ? notes : [empty, ...notes]
  for (const note of said) {
    y = room(y, 20) + padding
    pdf
      .font('regular')
      .fontSize(8)
      .fillColor(quiet)
      .text(note, margin + padding, y, { width: widthOf(pdf) })
    y = pdf.y
  }
}

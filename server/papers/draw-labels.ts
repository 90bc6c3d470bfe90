import { drawCode } from './draw-code.ts'
import { closeDocument, millimeters, openDocument, type Pdf } from './open-document.ts'
import type { Label, LabelPaper, LabelSize } from './paper.ts'

const a6: [number, number] = [millimeters(105), millimeters(148)]
/** The page, and how many labels are beside and below each other on it. */
const layouts: Record<LabelSize, { page: [number, number]; columns: number; rows: number }> = {
  a6: { page: a6, columns: 1, rows: 1 },
  '4x6': { page: [4 * 72, 6 * 72], columns: 1, rows: 1 },
  a4: { page: [millimeters(210), millimeters(297)], columns: 2, rows: 2 },
}
const margin = millimeters(6)

/** Draws labels for parcels. */
export async function drawLabels({ title, size, labels }: LabelPaper): Promise<Uint8Array> {
  const { page, columns, rows } = layouts[size]
  const pdf = openDocument({ title, size: page, margin: 0 })
  const width = page[0] / columns
  const height = page[1] / rows
  for (const [at, label] of labels.entries()) {
    const place = at % (columns * rows)
    if (place === 0) pdf.addPage()
    const x = (place % columns) * width
    const y = Math.floor(place / columns) * height
    drawLabel(pdf, label, { x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin })
  }
  return closeDocument(pdf)
}

type Box = { x: number; y: number; width: number; height: number }

function drawLabel(pdf: Pdf, label: Label, { x, y, width, height }: Box): void {
  const text = (
    words: string,
    top: number,
    size: number,
    options: { font?: string; most?: number; align?: 'right' } = {},
  ) => {
    const { font = 'regular', most = size * 1.3, align = 'left' } = options
    pdf.font(font).fontSize(size).fillColor('black')
    pdf.text(words, x, top, { width, height: most, ellipsis: true, align })
  }
  const rule = (at: number) =>
    pdf
      .moveTo(x, at)
      .lineTo(x + width, at)
      .lineWidth(0.8)
      .strokeColor('black')
      .stroke()
  text(label.sender, y, 7.5, { most: 20 })
  rule(y + 23)
  const [name = '', ...lines] = label.to
  text(name, y + 29, 15, { font: 'bold', most: 38 })
  text(lines.join('\n'), Math.max(pdf.y, y + 48) + 2, 11, { most: 78 })
  const middle = y + height * 0.44
  rule(middle)
  text(label.route, middle + 6, 14, { font: 'bold' })
  text([label.when, label.place].filter(Boolean).join(' · '), middle + 25, 10)
  text(label.parcel, middle + 40, 10)
  drawNeeds(pdf, label.needs, { x, y: middle + 57, width, height: 34 })
  const codeTop = y + height - 96
  rule(codeTop - 8)
  drawCode(pdf, label.code, { x, y: codeTop, width, height: 64 })
  pdf
    .font('bold')
    .fontSize(10)
    .text(label.code, x, codeTop + 68, { width, height: 13, align: 'center', ellipsis: true })
  pdf
    .font('regular')
    .fontSize(7.5)
    .text(label.reference, x, codeTop + 84, { width, height: 10, align: 'center', ellipsis: true })
}

/** Each in a box, in as many lines as there is room for. */
function drawNeeds(pdf: Pdf, needs: string[], { x, y, width, height }: Box): void {
  pdf.font('bold').fontSize(9)
  let [left, top] = [x, y]
  for (const need of needs) {
    const wide = Math.min(pdf.widthOfString(need) + 8, width)
    if (left + wide > x + width) [left, top] = [x, top + 17]
    if (top + 14 > y + height) return
    pdf.rect(left, top, wide, 14).lineWidth(0.8).strokeColor('black').stroke()
    pdf.fillColor('black').text(need, left + 4, top + 2.5, { width: wide - 8, height: 11, ellipsis: true })
    left += wide + 4
  }
}

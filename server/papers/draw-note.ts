import {
  a4,
  drawHead,
  drawRow,
  drawTitles,
  heightOf,
  margin,
  numberPages,
  padding,
  smallSize,
  widthOf,
  widthsOf,
} from './draw-list.ts'
import { isDrawable } from './drawable.ts'
import { closeDocument, openDocument, type Pdf } from './open-document.ts'
import type { DrawnPhoto, DrawnSignature, NotePaper, PaperLook } from './paper.ts'

const gap = 12
const textSize = 9
const photoHeight = 210
const signatureHeight = 90

/** Draws delivery notes on A4: text first, then signatures, then photos, two beside each other. */
export async function drawNotes(title: string, notes: NotePaper[]): Promise<Uint8Array> {
  const pdf = openDocument({ title, size: a4, margin })
  for (const note of notes) drawNote(pdf, note)
  if (notes.length === 0) pdf.addPage().font('regular').fontSize(textSize).text('No delivery matches.', margin, margin)
  numberPages(pdf)
  return closeDocument(pdf)
}

function drawNote(pdf: Pdf, note: NotePaper): void {
  pdf.addPage()
  const accent = note.look.accent ?? 'black'
  let y = drawBoxes(pdf, note.boxes, drawHead(pdf, note.head, drawLook(pdf, note.look)) + 4)
  for (const table of note.tables) y = drawTable(pdf, table, { from: y, accent })
  y = drawPairs(pdf, note.signatures, { y, height: signatureHeight, draw: drawSignature })
  y = drawPairs(pdf, note.photos, { y, height: photoHeight, draw: drawPhoto })
  drawFoot(pdf, note.foot, y)
}

const bottomOf = (pdf: Pdf) => pdf.page.height - margin - smallSize * 2

/** Where something of this height can be drawn: here, or on a new page. */
function room(pdf: Pdf, y: number, height: number): number {
  if (y + height <= bottomOf(pdf)) return y
  pdf.addPage()
  return margin
}

const logoSize: [number, number] = [170, 44]

/** Whose note it is, across the top: the color, the logo, the name and how to reach them. Returns where the head begins. */
function drawLook(pdf: Pdf, { name, logo, accent, contact }: PaperLook): number {
  if (accent) pdf.rect(0, 0, pdf.page.width, 7).fill(accent).fillColor('black')
  if (!logo && !contact) return margin
  const isDrawn = logo !== null && tryLogo(pdf, logo)
  const left = isDrawn ? margin + logoSize[0] + gap : margin
  const width = margin + widthOf(pdf) - left
  const align = isDrawn ? 'right' : 'left'
  pdf.font('bold').fontSize(11).text(name, left, margin, { width, align, height: 14, ellipsis: true })
  if (contact) {
    pdf.font('regular').fontSize(textSize)
    pdf.text(contact, left, margin + 15, { width, align, height: logoSize[1] - 15, ellipsis: true })
  }
  return (isDrawn ? margin + logoSize[1] : pdf.y) + gap
}

/** A logo that cannot be drawn is left out. */
function tryLogo(pdf: Pdf, logo: Uint8Array): boolean {
  try {
    pdf.image(Buffer.from(logo), margin, margin, { fit: logoSize, valign: 'center' })
    return true
  } catch {
    return false
  }
}

function drawBoxes(pdf: Pdf, boxes: NotePaper['boxes'], y: number): number {
  const width = (widthOf(pdf) - gap * (boxes.length - 1)) / boxes.length
  const ends = boxes.map(({ title, lines }, at) => {
    const x = margin + at * (width + gap)
    pdf.font('bold').fontSize(smallSize).fillColor('#444').text(title, x, y, { width })
    pdf.font('regular').fontSize(textSize).fillColor('black')
    pdf.text(lines.filter(Boolean).join('\n'), x, y + 12, { width, height: 120, ellipsis: true })
    return pdf.y
  })
  return Math.max(...ends, y) + gap
}

function drawHeading(pdf: Pdf, title: string, { y, accent }: { y: number; accent: string }): number {
  pdf.font('bold').fontSize(11).fillColor(accent).text(title, margin, y).fillColor('black')
  return y + 18
}

function drawTable(
  pdf: Pdf,
  { title, columns, rows }: NotePaper['tables'][number],
  { from, accent }: { from: number; accent: string },
): number {
  if (!rows.length) return from
  let y = drawTitles(pdf, columns, drawHeading(pdf, title, { y: room(pdf, from, 80), accent }))
  const widths = widthsOf(pdf, columns)
  for (const cells of rows) {
    const needed = Math.max(...cells.map((cell, at) => heightOf(pdf, cell, widths[at]! - 2 * padding))) + 2 * padding
    const height = Math.min(needed, 300)
    y = room(pdf, y, height)
    drawRow(pdf, { cells, widths, y, height })
    y += height
  }
  return y + gap
}

type Box = { x: number; y: number; width: number; height: number }
type Pairs<T> = { y: number; height: number; draw: (pdf: Pdf, each: T, box: Box) => void }

/** Things in rows of two. */
function drawPairs<T>(pdf: Pdf, things: T[], { y: from, height, draw }: Pairs<T>): number {
  const width = (widthOf(pdf) - gap) / 2
  let y = from
  for (const [at, thing] of things.entries()) {
    if (at % 2 === 0) y = room(pdf, y, height)
    draw(pdf, thing, { x: margin + (at % 2) * (width + gap), y, width, height: height - gap })
    if (at % 2 === 1 || at === things.length - 1) y += height
  }
  return y
}

const captionHeight = 24

function drawCaption(pdf: Pdf, caption: string, { x, y, width, height }: Box): void {
  pdf.font('regular').fontSize(smallSize).fillColor('black')
  pdf.text(caption, x, y + height - captionHeight + 3, { width, height: captionHeight, ellipsis: true })
}

function drawFrame(pdf: Pdf, { x, y, width, height }: Box): Box {
  const frame = { x, y, width, height: height - captionHeight }
  pdf.rect(frame.x, frame.y, frame.width, frame.height).lineWidth(0.6).strokeColor('#888').stroke()
  return frame
}

/** A signature as the pen went. Its field was twice as wide as high. */
function drawSignature(pdf: Pdf, { name, caption, strokes }: DrawnSignature, box: Box): void {
  const { x, y, width, height } = drawFrame(pdf, box)
  const scale = Math.min(width, height * 2.5) - 2 * padding
  const left = x + (width - scale) / 2
  const across = (value: number) => left + (clamp(value) / 1000) * scale
  const down = (value: number) => y + padding + (clamp(value) / 1000) * (height - 2 * padding)
  for (const stroke of strokes) {
    const [first, ...rest] = stroke
    if (!first) continue
    pdf.moveTo(across(first[0] ?? 0), down(first[1] ?? 0))
    for (const point of rest) pdf.lineTo(across(point[0] ?? 0), down(point[1] ?? 0))
    pdf.lineWidth(1.2).lineCap('round').lineJoin('round').strokeColor('black').stroke()
  }
  drawCaption(pdf, [name, caption].filter(Boolean).join(' · '), box)
}

const clamp = (value: number) => Math.min(1000, Math.max(0, value))

function drawPhoto(pdf: Pdf, { caption, image }: DrawnPhoto, box: Box): void {
  const frame = drawFrame(pdf, box)
  if (image) tryImage(pdf, image, frame)
  drawCaption(pdf, caption, box)
}

/** A broken picture leaves its frame empty: the hash under it says which it was. */
function tryImage(pdf: Pdf, image: Uint8Array, { x, y, width, height }: Box): void {
  try {
    const bytes = Buffer.from(image)
    if (!isDrawable(bytes)) throw new Error('too large to be unpacked')
    const fit: [number, number] = [width - 2, height - 2]
    pdf.image(bytes, x + 1, y + 1, { fit, align: 'center', valign: 'center' })
  } catch {
    pdf
      .font('regular')
      .fontSize(smallSize)
      .text('This picture cannot be printed.', x + 6, y + 6)
  }
}

function drawFoot(pdf: Pdf, foot: string, from: number): void {
  pdf.font('regular').fontSize(smallSize)
  const height = pdf.heightOfString(foot, { width: widthOf(pdf) })
  const y = room(pdf, from + 4, height)
  pdf.fillColor('#444').text(foot, margin, y, { width: widthOf(pdf) })
}

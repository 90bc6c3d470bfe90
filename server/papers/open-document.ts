import { createRequire } from 'node:module'
import Document from 'pdfkit'

/** A PDF that is being drawn. Lengths are in points, 72 to the inch. */
export type Pdf = PDFKit.PDFDocument

const { resolve } = createRequire(import.meta.url)

/** Has letters of most of the world's alphabets. */
const fonts = {
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
}

export const millimeters = (length: number) => (length * 72) / 25.4

export type Layout = { title: string; size: [number, number]; margin: number }

/** Starts a document without pages. */
export function openDocument({ title, size, margin }: Layout): Pdf {
  const pdf = new Document({
    size,
    margin,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // Always there and never changing, so that the same paper is the same file.
    info: { Title: title, Producer: 'Karta', Creator: 'Karta', CreationDate: new Date(0) },
  })
  pdf.registerFont('regular', fonts.regular)
  pdf.registerFont('bold', fonts.bold)
  pdf.font('regular')
  return pdf
}

/** Ends the document. */
export async function closeDocument(pdf: Pdf): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  const ended = Promise.withResolvers<void>()
  pdf
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', ended.resolve)
    .on('error', ended.reject)
  pdf.end()
  await ended.promise
  return Buffer.concat(chunks)
}

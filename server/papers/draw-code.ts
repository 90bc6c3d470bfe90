import bwip, { type RawOptions as BwippOptions } from 'bwip-js/node'
import type { Pdf } from './open-document.ts'

type Box = { x: number; y: number; width: number; height: number }

/** Longer or stranger ones make bars too thin for a scanner at a door. */
const longestBars = 24
const isForBars = (code: string) => code.length <= longestBars && /^[ -~]+$/.test(code)

/** Draws a code as a scanner reads it: Code 128, or a QR code if it is long or has letters beyond ASCII. */
export function drawCode(pdf: Pdf, code: string, box: Box): void {
  if (isForBars(code)) drawBars(pdf, code, box)
  else drawSquares(pdf, code, box)
}

/** Both kinds as bwip-js gives them: the widths of bars and gaps in turn, or the dots of a matrix. */
type Bars = { sbs: number[] }
type Dots = { pixs: number[]; pixx: number; pixy: number }

function drawBars(pdf: Pdf, text: string, { x, y, width, height }: Box): void {
  const [{ sbs }] = bwip.raw({ bcid: 'code128', text }) as unknown as [Bars]
  const modules = sbs.reduce((sum, each) => sum + each, 0)
  // With the empty margin that readers need on both sides.
  const unit = Math.min(width / (modules + 20), 1.4)
  let left = x + (width - modules * unit) / 2
  for (const [at, each] of sbs.entries()) {
    if (at % 2 === 0) pdf.rect(left, y, each * unit, height)
    left += each * unit
  }
  pdf.fillColor('black').fill()
}

function drawSquares(pdf: Pdf, text: string, { x, y, width, height }: Box): void {
  const [{ pixs, pixx, pixy }] = bwip.raw({ bcid: 'qrcode', text, eclevel: 'M' } as BwippOptions) as unknown as [Dots]
  const unit = Math.min(width, height) / (Math.max(pixx, pixy) + 8)
  const left = x + (width - pixx * unit) / 2
  const top = y + (height - pixy * unit) / 2
  for (const [at, isDark] of pixs.entries()) {
    if (isDark) pdf.rect(left + (at % pixx) * unit, top + Math.floor(at / pixx) * unit, unit, unit)
  }
  pdf.fillColor('black').fill()
}

import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { draw } from './draw.ts'
import { isDrawable } from './drawable.ts'
import { openPapers } from './papers.ts'
import type { Label, ListPaper } from './paper.ts'

const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type\s*\/Page\b/g)?.length

const list = (rows: number): ListPaper => {
  const head = { left: 'Toko', right: 'Printed', title: 'Budi', beside: 'Mon 16 Mar 2026', facts: '3 stops' }
  const sheet = {
    head,
    columns: [
      { title: 'Stop', share: 0.2 },
      { title: 'Address', share: 0.8 },
    ],
    rows: Array.from({ length: rows }, (_, at) => ({ cells: [String(at), 'Jl. Sudirman Καλημέρα Привет مرحبا'] })),
    empty: 'No stops.',
  }
  return { kind: 'list', title: 'Route sheets', isWide: false, sheets: [sheet, sheet] }
}

const label = (code: string): Label => ({
  sender: 'Toko',
  to: ['Siti', 'Jl. Sudirman 1'],
  route: 'Stop 1 · Budi',
  place: 'front left',
  when: 'Mon 16 Mar 2026',
  parcel: '1 of 1',
  needs: Array.from({ length: 30 }, (_, at) => `need ${at}`),
  code,
  reference: '#1',
})

test('each sheet begins on a page of its own, and a long one goes on', async () => {
  expect(pagesOf(await draw(list(0)))).toBe(2)
  expect(pagesOf(await draw(list(1)))).toBe(2)
  expect(pagesOf(await draw(list(100)))).toBeGreaterThan(4)
})

test('a text longer than a page is cut off, and ends', async () => {
  const paper = list(1)
  paper.sheets[0]!.rows[0]!.cells[1] = 'endless '.repeat(5000)
  expect(pagesOf(await draw(paper))).toBeLessThan(5)
})

test('labels are one a page or four, whatever their codes have in them', async () => {
  const labels = ['K-1', 'é'.repeat(40), '<script>', 'x'.repeat(100), '漢字'].map(label)
  const pages = async (size: 'a6' | 'a4') => pagesOf(await draw({ kind: 'labels', title: 'Labels', size, labels }))
  expect(await pages('a6')).toBe(5)
  expect(await pages('a4')).toBe(2)
})

test('the thread draws one paper after the other, and the next one after a failure', async () => {
  const papers = openPapers()
  const broken = { kind: 'list', title: '', isWide: false, sheets: [null] } as unknown as ListPaper
  const [first, failed, last] = await Promise.allSettled([
    papers.draw(list(1)),
    papers.draw(broken),
    papers.draw(list(1)),
  ])
  expect(first.status === 'fulfilled' && pagesOf(first.value)).toBe(2)
  expect(failed.status).toBe('rejected')
  expect(last.status).toBe('fulfilled')
  await papers.stop()
})

test('a small picture that unpacks to a huge one is not drawn, whatever size it claims', () => {
  const part = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8, type.padStart(8, '\0'), 'latin1')
    head.writeUInt32BE(data.length, 0)
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const png = (width: number, height: number, pixels: Buffer) => {
    const size = Buffer.alloc(13)
    size.writeUInt32BE(width, 0)
    size.writeUInt32BE(height, 4)
    const magic = Buffer.from('89504e470d0a1a0a', 'hex')
    return Buffer.concat([magic, part('IHDR', size), part('IDAT', deflateSync(pixels, { level: 1 }))])
  }
  expect(isDrawable(png(1000, 1000, Buffer.alloc(4_001_000)))).toBe(true)
  expect(isDrawable(png(100, 100, Buffer.alloc(45_000_000)))).toBe(false)
  expect(isDrawable(png(60_000, 60_000, Buffer.alloc(9)))).toBe(false)
  expect(isDrawable(png(1, 1, Buffer.alloc(9)).subarray(0, 20))).toBe(false)
  expect(isDrawable(Buffer.from('ffd8ffc0', 'hex'))).toBe(true)
})

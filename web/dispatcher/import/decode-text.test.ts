import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { readFile } from './read-sheet.ts'
import { SheetProblem } from './sheet.ts'

const text = 'recipient;address\nSiti Çelik;Jl. Café 1\n'
const wide = (isLittle: boolean, mark = '') => {
  const view = new DataView(new ArrayBuffer((mark + text).length * 2))
  ;[...(mark + text)].forEach((letter, at) => view.setUint16(at * 2, letter.charCodeAt(0), isLittle))
  return view.buffer
}
const bytesOf = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))
    .buffer

test('UTF-16 is read, with or without its mark, whichever byte comes first', () => {
  for (const bytes of [wide(true, '\ufeff'), wide(false, '\ufeff'), wide(true), wide(false)]) {
    expect(decodeText(bytes)).toEqual({ text })
  }
})

test('Windows-1252 is read, and said so', () => {
  const latin = new Uint8Array([...text].map((letter) => letter.charCodeAt(0))).buffer
  expect(decodeText(latin)).toEqual({ text, note: expect.stringContaining('Windows-1252') })
  expect(decodeText(bytesOf(text))).toEqual({ text })
})

test('UTF-8 with a broken letter keeps its other accents, and says how many are broken', () => {
  expect(decodeText(bytesOf('Çelik, Café ', [0xc3], ' Nür'))).toEqual({
    text: 'Çelik, Café \ufffd Nür',
    note: 'One letter of the file cannot be read and is shown as \ufffd.',
  })
})

test('a file says how it was read, and one of 50 MB is refused before it is read', async () => {
  const latin = new File([new Uint8Array([...text].map((letter) => letter.charCodeAt(0)))], 'old.csv')
  expect((await readFile(latin)).note).toContain('Windows-1252')
  const large = { name: 'large.csv', size: 50 * 1024 * 1024 } as File
  await expect(readFile(large)).rejects.toThrow(SheetProblem)
  await expect(readFile(large)).rejects.toThrow('The file is larger than 30 MB. Split it into smaller ones.')
})

import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

test('a PNG and a JPEG say how large they are, and nothing else does', () => {
  const png = bytes('89504e47 0d0a1a0a 0000000d 49484452 00000320 00000258 08060000')
  expect(pictureSize(png)).toEqual({ width: 800, height: 600 })
  const jpeg = bytes('ffd8 ffe0 0004 0000 ff ffc4 0003 00 ffc0 0011 08 0258 0320 03 0000')
  expect(pictureSize(jpeg)).toEqual({ width: 800, height: 600 })
  for (const broken of ['', 'ffd8ffe0', '89504e47', 'ffd8 0000 0000 0000 0000 0000', '47494638 3961 0a00 0a00 0000'])
    expect(pictureSize(bytes(broken)), broken).toBeUndefined()
})

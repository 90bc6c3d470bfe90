import { expect, test } from 'vitest'
import { iconFile } from './icon-file.ts'

test('an icon file lists each image with its size and offset', () => {
  const [small, large] = [Buffer.from('small picture'), Buffer.from('a larger picture')]
  const file = iconFile([
    { size: 16, png: small },
    { size: 48, png: large },
  ])
  expect(file.readUInt16LE(2), 'the type of an icon').toBe(1)
  expect(file.readUInt16LE(4)).toBe(2)
  for (const [index, size, png] of [
    [0, 16, small],
    [1, 48, large],
  ] as const) {
    const entry = file.subarray(6 + 16 * index, 22 + 16 * index)
    expect([entry[0], entry[1]]).toEqual([size, size])
    const offset = entry.readUInt32LE(12)
    expect(file.subarray(offset, offset + entry.readUInt32LE(8))).toEqual(png)
  }
})

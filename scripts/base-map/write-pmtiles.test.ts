import { randomBytes } from 'node:crypto'
import { PMTiles, type Source } from 'pmtiles'
import { expect, test } from 'vitest'
import { writePmtiles, type Tile } from './write-pmtiles.ts'

const source = (file: Buffer): Source => ({
  getKey: () => 'test',
  getBytes: async (offset, length) => ({
    data: Uint8Array.from(file.subarray(offset, offset + length)).buffer,
  }),
})

test('every tile of an archive is read back, from leaf directories too, and equal ones are stored once', async () => {
  const tiles: Tile[] = []
  for (let x = 0; x < 64; x += 1) {
    for (let y = 0; y < 64; y += 1) {
      tiles.push({ z: 6, x, y, data: y < 2 ? Buffer.from('sea') : randomBytes(2 + ((x * 31 + y * 7) % 99)) })
    }
  }
  const file = writePmtiles(tiles, { attribution: 'Natural Earth' }, 1000)
  const archive = new PMTiles(source(file))
  const header = await archive.getHeader()
  expect(header).toMatchObject({ specVersion: 3, minZoom: 6, maxZoom: 6, numAddressedTiles: 64 * 64 })
  expect(header.numTileContents).toBeLessThanOrEqual(64 * 62 + 1)
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(await archive.getMetadata()).toEqual({ attribution: 'Natural Earth' })
  for (const { z, x, y, data } of [tiles[0]!, tiles[500]!, tiles[2999]!, tiles.at(-1)!]) {
    expect(Buffer.from((await archive.getZxy(z, x, y))!.data)).toEqual(Buffer.from(data))
  }
  expect(await archive.getZxy(5, 0, 0)).toBeUndefined()
})

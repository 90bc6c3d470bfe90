import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TileType } from 'pmtiles'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { checkMapFile } from './map-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'karta-map-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file with the header of an archive, and nothing else that is read here. */
function mapFile(name: string, tileType: TileType = TileType.Mvt): string {
  const header = Buffer.alloc(20_000, '.')
  header.write('PMTiles', 'ascii')
  header.writeUInt8(3, 7)
  header.writeUInt8(tileType, 99)
  const path = join(folder, name)
  writeFileSync(path, header)
  return path
}

const path = mapFile('my city.pmtiles')
writeFileSync(join(folder, 'secret.txt'), 'not for pages')
const { app } = await testApp((deps) => ({ config: { ...deps.config, mapFile: { path } } }))

test('pages read parts of the map file, uncompressed and checked by tag', async () => {
  const { map_url: url } = (await app.inject({ url: '/app-config.json' })).json()
  expect(url).toBe('/map/my%20city.pmtiles')
  const part = await app.inject({ url, headers: { range: 'bytes=0-6', 'accept-encoding': 'gzip, br' } })
  expect(part.statusCode).toBe(206)
  expect(part.body).toBe('PMTiles')
  expect(part.headers).toMatchObject({ 'content-range': 'bytes 0-6/20000', 'content-type': 'application/octet-stream' })
  expect(part.headers['content-encoding']).toBeUndefined()
  const again = await app.inject({ url, headers: { 'if-none-match': String(part.headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect((await app.inject({ url, headers: { range: 'bytes=30000-' } })).statusCode).toBe(416)
})

test('nothing else of its folder is served', async () => {
  for (const name of ['secret.txt', '', '%2e%2e/', '..%2fmy%20city.pmtiles', './secret.txt']) {
    expect((await app.inject({ url: `/map/${name}` })).statusCode, name).not.toBe(200)
  }
})

test('a file that is missing or not a map of vector tiles stops the start with a sentence', async () => {
  await expect(checkMapFile(join(folder, 'gone.pmtiles'))).rejects.toThrow(/^MAP_FILE cannot be read: .*ENOENT/)
  await expect(checkMapFile(join(folder, 'secret.txt'))).rejects.toThrow(/^MAP_FILE is not a PMTiles file of version 3/)
  await expect(checkMapFile(mapFile('photos.pmtiles', TileType.Png))).rejects.toThrow(/contains no vector tiles/)
})

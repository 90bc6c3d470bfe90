import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { watchDisk } from './disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'karta-disk-'))
const ballast = join(folder, 'ballast')
afterAll(() => rmSync(folder, { recursive: true }))

test('below the reserve nothing is added, and a file gives its space back when another program takes the rest', async () => {
  let free = 10_000
  const disk = watchDisk(folder, 4_000, () => free)
  await disk.look()
  expect([disk.isLow(), statSync(ballast).size]).toEqual([false, 1_000])

  free = 3_999
  await disk.look()
  expect(disk.isLow()).toBe(true)
  expect(() => disk.checkRoom()).toThrow(expect.objectContaining({ code: 'storage_full' }))
  expect(existsSync(ballast)).toBe(true)

  free = 200
  await disk.look()
  expect(existsSync(ballast)).toBe(false)
  free = 4_500
  await disk.look()
  expect([disk.isLow(), existsSync(ballast)]).toEqual([false, false])
  free = 6_000
  await disk.look()
  expect(existsSync(ballast)).toBe(true)
  disk.close()
})

test('a disk that does not say how much is free refuses nothing', async () => {
  const disk = watchDisk(folder, 4_000, () => undefined)
  await disk.look()
  expect(disk.isLow()).toBe(false)
  disk.checkRoom()
  disk.close()
})

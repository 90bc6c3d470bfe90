import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { watchDisk } from './disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'karta-disk-'))
const ballast = join(folder, 'ballast')
afterAll(() => rmSync(folder, { recursive: true }))

test('below the reserve nothing is added, and a file gives its space back when another program takes the rest', async () => {
  let free = 10_000_000
  const said: string[] = []
  const disk = watchDisk(
    folder,
    4_000_000,
    (line) => said.push(line),
    () => free,
  )
  await disk.look()
  expect([disk.isLow(), statSync(ballast).size]).toEqual([false, 1_000_000])

  free = 3_999_999
  await disk.look()
  expect(disk.isLow()).toBe(true)
  expect(() => disk.checkRoom()).toThrow(expect.objectContaining({ code: 'storage_full' }))
  expect(existsSync(ballast)).toBe(true)

  free = 200_000
  await disk.look()
  expect(existsSync(ballast)).toBe(false)
  free = 4_500_000
  await disk.look()
  expect([disk.isLow(), existsSync(ballast)]).toEqual([false, false])
  expect(said).toEqual([
    `The disk of ${folder} is almost full: nothing can be added until 4 MB are free.`,
    `The disk of ${folder} has space again.`,
  ])
  free = 6_000_000
  await disk.look()
  expect(existsSync(ballast)).toBe(true)
  disk.close()
})

test('a disk that does not say how much is free refuses nothing', async () => {
  const disk = watchDisk(
    folder,
    4_000_000,
    () => {},
    () => undefined,
  )
  await disk.look()
  expect(disk.isLow()).toBe(false)
  disk.checkRoom()
  disk.close()
})

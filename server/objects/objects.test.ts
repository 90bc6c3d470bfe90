import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { diskBytes } from './disk.ts'
import { diskError, makeFolders } from './folders.ts'
import { openObjects } from './open.ts'
import { piecesOnDisk } from './pieces-on-disk.ts'

const home = mkdtempSync(join(tmpdir(), 'karta-objects-'))
afterAll(() => rmSync(home, { recursive: true }))
const folders = makeFolders(join(home, 'objects'))
const claims: string[] = []
let room = Infinity
const open = () =>
  openObjects({
    bytes: diskBytes(folders),
    pieces: piecesOnDisk(folders.parts),
    folders,
    claim: async ({ sha256 }) => void claims.push(sha256),
    checkRoom: () => {
      if (room-- <= 0) throw new AppError('storage_full')
    },
  })
const objects = open()

/** Everything in the folders of the store, without the folders. */
const files = () =>
  readdirSync(folders.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

async function* inChunks(bytes: Buffer, size = 10, cutAt = Infinity) {
  for (let at = 0; at < bytes.length; at += size) {
    if (at >= cutAt) throw new Error('the line went dead')
    yield bytes.subarray(at, Math.min(at + size, cutAt))
  }
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a content is stored once, under its hash, and read whole or in part', async () => {
  const bytes = Buffer.from('%PDF-1.7 and so on')
  const first = await objects.put(inChunks(bytes), { maxBytes: bytes.length })
  expect(first).toEqual({
    sha256: hashOf(bytes),
    md5: createHash('md5').update(bytes).digest('hex'),
    bytes: bytes.length,
    type: 'application/pdf',
  })
  expect(await objects.put(inChunks(bytes), { maxBytes: 100 })).toEqual(first)
  expect(files()).toEqual([first.sha256])
  expect(claims).toEqual([first.sha256, first.sha256])
  expect(await text(await objects.open(first.sha256))).toBe('%PDF-1.7 and so on')
  expect(await text(await objects.open(first.sha256, { start: 5, end: 7 }))).toBe('1.7')
  expect(await objects.has(first.sha256)).toBe(true)
  expect(await objects.has(hashOf(Buffer.from('other')))).toBe(false)
  await expect(objects.open(hashOf(Buffer.from('other')))).rejects.toMatchObject({ code: 'object_missing' })
})

test('an upload that is cut at any tenth byte, is too large or meets a full disk leaves nothing', async () => {
  const bytes = randomBytes(100)
  const before = files()
  for (let cutAt = 0; cutAt < 100; cutAt += 10) {
    await expect(objects.put(inChunks(bytes, 7, cutAt), { maxBytes: 1000 })).rejects.toThrow('the line went dead')
  }
  await expect(objects.put(inChunks(bytes), { maxBytes: 99 })).rejects.toMatchObject({ code: 'object_too_large' })
  for (const looks of [0, 1]) {
    room = looks
    await expect(objects.put(inChunks(bytes), { maxBytes: 100 })).rejects.toMatchObject({ code: 'storage_full' })
  }
  room = Infinity
  const unclaimed = openObjects({
    bytes: diskBytes(folders),
    pieces: piecesOnDisk(folders.parts),
    folders,
    claim: () => Promise.reject(new Error('no database')),
    checkRoom: () => {},
  })
  await expect(unclaimed.put(inChunks(bytes), { maxBytes: 100 })).rejects.toThrow('no database')
  expect(files()).toEqual(before)
})

test('a full disk is an expected failure, and others are not', () => {
  expect(() => diskError(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toThrow(/disk is almost full/)
  expect(() => diskError(new Error('broken'))).toThrow('broken')
})

test('an upload in parts goes on where it was cut, also after a restart', async () => {
  const bytes = randomBytes(100)
  const id = randomUUID()
  const limit = { maxBytes: bytes.length }
  await objects.partial.create(id)
  expect(await objects.partial.size(id)).toBe(0)
  const first = objects.partial.append(id, 0, inChunks(bytes, 7, 33), limit)
  await expect(first).rejects.toThrow('the line went dead')

  const restarted = open().partial
  expect(await restarted.size(id)).toBe(33)
  for (const offset of [0, 32, 34]) {
    const wrong = restarted.append(id, offset, inChunks(bytes), limit)
    await expect(wrong, String(offset)).rejects.toMatchObject({ code: 'upload_offset' })
  }
  expect(await restarted.append(id, 33, inChunks(bytes.subarray(33)), limit)).toBe(100)
  expect(await restarted.finish(id, limit)).toMatchObject({ sha256: hashOf(bytes), bytes: 100 })
  await restarted.remove(id)
  await expect(restarted.size(id)).rejects.toMatchObject({ code: 'upload_not_found' })
  expect(existsSync(join(folders.parts, id))).toBe(false)
})

test('of two that send the same part at once, one goes on and the other learns that it is late', async () => {
  const id = randomUUID()
  await objects.partial.create(id)
  const send = (letter: string) =>
    objects.partial.append(id, 0, inChunks(Buffer.from(letter.repeat(20))), { maxBytes: 40 })
  const outcomes = await Promise.allSettled([send('a'), send('b')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await objects.partial.size(id)).toBe(20)
  await expect(objects.partial.append(id, 20, inChunks(Buffer.alloc(21)), { maxBytes: 40 })).rejects.toMatchObject({
    code: 'object_too_large',
  })
})

test('an upload to which nothing is added for long is removed', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()]
  await objects.partial.create(old)
  await objects.partial.create(fresh)
  utimesSync(join(folders.parts, old), new Date('2026-01-01'), new Date('2026-01-01'))
  expect(await objects.partial.expire(new Date('2026-01-02'))).toBe(1)
  await expect(objects.partial.size(old)).rejects.toMatchObject({ code: 'upload_not_found' })
  expect(await objects.partial.size(fresh)).toBe(0)
  await expect(objects.partial.size('../../etc')).rejects.toMatchObject({ code: 'upload_not_found' })
})

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startS3Double } from '../outside/s3-double.ts'
import { makeFolders } from './folders.ts'
import { openObjects } from './open.ts'
import { s3Bytes, type S3Settings } from './s3.ts'

const account = { bucket: 'karta', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' }
const double = await startS3Double(account, () => new Date())
const home = mkdtempSync(join(tmpdir(), 'karta-s3-'))
const folders = makeFolders(home)
const settings: S3Settings = {
  endpoint: double.url,
  region: account.region,
  bucket: account.bucket,
  credentials: account,
  forcePathStyle: true,
  prefix: 'files/',
}

async function openStore(change: Partial<S3Settings> = {}) {
  const s3 = await s3Bytes({ ...settings, ...change }, 100)
  const claim = () => Promise.resolve()
  return { ...openObjects({ ...s3, folders, claim, checkRoom: () => {} }), close: s3.close }
}
const objects = await openStore()

afterAll(async () => {
  objects.close()
  await double.close()
  rmSync(home, { recursive: true })
})
beforeEach(() => double.behave('well'))

async function* inChunks(bytes: Buffer, cutAt = Infinity) {
  for (let at = 0; at < bytes.length; at += 10) {
    if (at >= cutAt) throw new Error('the line went dead')
    yield bytes.subarray(at, at + 10)
  }
}
const limit = { maxBytes: 1000 }
const put = (bytes: Buffer, from = objects) => from.put(inChunks(bytes), limit)
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const leftHere = () => readdirSync(folders.arriving)

test('objects are kept in the bucket, once each, and read whole or in part', async () => {
  const bytes = Buffer.from('hello from the bucket')
  const { sha256 } = await put(bytes)
  expect(double.objects.get(`files/objects/${sha256}`)?.body).toEqual(bytes)
  const before = double.calls.length
  expect(await put(bytes)).toMatchObject({ sha256 })
  expect(double.calls.slice(before)).toEqual([`HEAD /karta/files/objects/${sha256}`])

  expect(await text(await objects.open(sha256))).toBe('hello from the bucket')
  expect(await text(await objects.open(sha256, { start: 6, end: 9 }))).toBe('from')
  expect(await objects.has(sha256)).toBe(true)
  await objects.bytes.remove(sha256)
  await objects.bytes.remove(sha256)
  expect(await objects.has(sha256)).toBe(false)
  await expect(objects.open(sha256)).rejects.toMatchObject({ code: 'object_missing' })
  const { sha256: empty } = await put(Buffer.alloc(0))
  expect(await text(await objects.open(empty))).toBe('')
  expect(leftHere()).toEqual([])
})

test('a large object goes in parts, and one that breaks off leaves none', async () => {
  const bytes = randomBytes(950)
  const { sha256 } = await put(bytes)
  expect(await buffer(await objects.open(sha256))).toEqual(bytes)
  expect(double.calls.filter((call) => call === `PUT /karta/files/objects/${sha256}`)).toHaveLength(10)
  expect(double.uploads.size).toBe(0)
  await expect(objects.put(inChunks(randomBytes(500), 250), limit)).rejects.toThrow('the line went dead')
  expect([double.uploads.size, leftHere()]).toEqual([0, []])
})

test('everything in the bucket is listed, page by page', async () => {
  for (let i = 0; i < 1100; i++) {
    const body = Buffer.from(String(i))
    double.objects.set(`files/objects/${hashOf(body)}`, { body, at: new Date(), etag: '' })
  }
  const seen: string[] = []
  for await (const { sha256 } of objects.bytes.list()) seen.push(sha256)
  expect(seen.length).toBeGreaterThanOrEqual(1100)
  expect(seen).toEqual([...new Set(seen)].toSorted())
})

test('an upload in parts goes on at another server', async () => {
  const bytes = randomBytes(90)
  const id = randomUUID()
  await objects.partial.create(id)
  await expect(objects.partial.append(id, 0, inChunks(bytes, 30), limit)).rejects.toThrow('the line went dead')
  const other = await openStore()
  expect(await other.partial.size(id)).toBe(30)
  // Both go on at the same time: one is late.
  const both = [objects, other].map(({ partial }) => partial.append(id, 30, inChunks(bytes.subarray(30)), limit))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await other.partial.finish(id, limit)).toMatchObject({ sha256: hashOf(bytes), bytes: 90 })
  expect(await other.partial.expire(new Date(Date.now() + 60_000))).toBe(1)
  await expect(objects.partial.size(id)).rejects.toMatchObject({ code: 'upload_not_found' })
  other.close()
})

test('a store that is down, gone or refuses our keys is unavailable, with the reason for the log', async () => {
  const bytes = randomBytes(20)
  double.behave('down')
  await expect(put(bytes)).rejects.toMatchObject({ code: 'storage_unavailable' })
  await expect(objects.open(hashOf(bytes))).rejects.toMatchObject({ code: 'storage_unavailable' })
  double.behave('well')
  const wrong: [Partial<S3Settings>, RegExp][] = [
    [{ credentials: { accessKeyId: 'id', secretAccessKey: 'other' } }, /403|Unknown|SignatureDoesNotMatch/],
    [{ credentials: { accessKeyId: 'other', secretAccessKey: 'secret' } }, /403|Unknown|InvalidAccessKeyId/],
    [{ bucket: 'other' }, /./],
    [{ endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ]
  for (const [change, reason] of wrong) {
    const store = await openStore(change)
    const failure: Error = await put(bytes, store).then(
      () => new Error('it worked'),
      (error: Error) => error,
    )
    expect(failure).toMatchObject({ code: 'storage_unavailable' })
    expect(String((failure.cause as Error).message)).toMatch(reason)
    store.close()
  }
  expect(leftHere()).toEqual([])
})

test('a read that breaks off fails instead of ending early', async () => {
  const { sha256 } = await put(Buffer.from('a text that does not arrive'))
  double.behave('cuts reads')
  await expect(text(await objects.open(sha256))).rejects.toThrow(/aborted|ECONNRESET|terminated/)
})

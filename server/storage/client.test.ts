import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { testApp, type TestMember } from '../testing/test-app.ts'

/*
 * The official client, driven through every method of `storage` as an application does it.
 */
const { app, deps, makeMember } = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

const clientOf = ({ token }: Pick<TestMember, 'token'>) =>
  createClient(url, deps.keys.publishableKey, { accessToken: async () => token }).storage
const guest = createClient(url, deps.keys.publishableKey, { auth: { persistSession: false } }).storage
const owner = await makeMember()
const storage = clientOf(owner)

/** A name that no other test of this run has. */
const newName = () => `b-${randomUUID()}`

async function newBucket(options: Parameters<typeof storage.createBucket>[1] = { public: false }) {
  const name = newName()
  expect(await storage.createBucket(name, options)).toEqual({ data: { name }, error: null })
  return { name, files: storage.from(name) }
}

const textOf = async (blob: Blob | null) => (blob ? await blob.text() : null)

test('a bucket is made, shown, listed, changed, emptied and deleted', async () => {
  const { name, files } = await newBucket({ public: false, fileSizeLimit: '1MB', allowedMimeTypes: ['text/*'] })
  const shown = await storage.getBucket(name)
  expect(shown.data).toEqual({
    id: name,
    name,
    owner: owner.userId,
    public: false,
    file_size_limit: 1024 * 1024,
    allowed_mime_types: ['text/*'],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const listed = await storage.listBuckets({ search: name.toUpperCase(), limit: 5, sortColumn: 'created_at' })
  expect(listed.data).toEqual([{ ...shown.data, type: 'STANDARD' }])
  expect((await storage.updateBucket(name, { public: true, allowedMimeTypes: null })).data).toEqual({
    message: 'Successfully updated',
  })
  expect((await storage.getBucket(name)).data).toMatchObject({
    public: true,
    allowed_mime_types: null,
    file_size_limit: 1024 * 1024,
  })
  expect((await storage.createBucket(name)).error).toMatchObject({
    status: 400,
    statusCode: '409',
    message: 'The resource already exists',
    code: 'BucketAlreadyExists',
  })
  await files.upload('a/b.txt', 'b')
  expect((await storage.deleteBucket(name)).error).toMatchObject({ statusCode: '409', code: 'ResourceNotEmpty' })
  expect((await storage.emptyBucket(name)).data?.message).toMatch(/^Empty bucket has been queued/)
  expect((await storage.deleteBucket(name)).data).toEqual({ message: 'Successfully deleted' })
  expect((await storage.getBucket(name)).error).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
})

test('what is uploaded as a buffer, text, blob, form or stream is downloaded as it was', async () => {
  const { name, files } = await newBucket()
  const bytes = randomBytes(300_000)
  const form = new FormData()
  form.append('', new Blob([bytes], { type: 'application/x-form' }), 'x.bin')
  const bodies = {
    'buffer.bin': bytes,
    'blob.bin': new Blob([bytes], { type: 'application/x-blob' }),
    'form.bin': form,
    'stream.bin': Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]),
    'web-stream.bin': new Blob([bytes]).stream(),
  }
  for (const [path, body] of Object.entries(bodies)) {
    const { data, error } = await files.upload(`in/${path}`, body, { contentType: 'application/x-bytes' })
    expect([path, error]).toEqual([path, null])
    expect(data).toEqual({ id: expect.any(String), path: `in/${path}`, fullPath: `${name}/in/${path}` })
    const read = await files.download(`in/${path}`)
    expect(Buffer.from(await read.data!.arrayBuffer()).equals(bytes), path).toBe(true)
  }
  expect((await files.info('in/blob.bin')).data).toMatchObject({ contentType: 'application/x-blob', size: 300_000 })
  expect((await files.info('in/form.bin')).data).toMatchObject({ contentType: 'application/x-form' })
  await files.upload('text.txt', 'Grüße')
  expect(await textOf((await files.download('text.txt')).data)).toBe('Grüße')
  const stream = await files.download('text.txt').asStream()
  expect(await new Response(stream.data).text()).toBe('Grüße')
})

test('an existing object is replaced only when asked, and keeps its id', async () => {
  const { files } = await newBucket()
  const first = await files.upload('a.txt', 'first', { metadata: { by: 'me' }, cacheControl: '60' })
  expect((await files.upload('a.txt', 'second')).error).toMatchObject({
    status: 400,
    statusCode: '409',
    code: 'KeyAlreadyExists',
  })
  expect(await textOf((await files.download('a.txt')).data)).toBe('first')
  const info = await files.info('a.txt')
  expect(info.data).toMatchObject({
    cacheControl: 'max-age=60',
    metadata: { by: 'me' },
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  })
  const replaced = await files.upload('a.txt', new Blob(['third']), { upsert: true, metadata: { by: 'you' } })
  expect(replaced.data?.id).toBe(first.data?.id)
  expect((await files.info('a.txt')).data).toMatchObject({ metadata: { by: 'you' }, cacheControl: 'max-age=3600' })
  expect((await files.update('a.txt', 'fourth')).data?.id).toBe(first.data?.id)
  expect((await files.update('new.txt', 'made')).error).toBeNull()
  expect(await textOf((await files.download('a.txt')).data)).toBe('fourth')
  expect((await files.exists('a.txt')).data).toBe(true)
  expect((await files.exists('b.txt')).data).toBe(false)
})

test('an object in a public bucket is read by anybody, under an address without a token', async () => {
  const { name, files } = await newBucket({ public: true })
  await files.upload('a picture.png', 'not really', { contentType: 'image/png' })
  const { publicUrl } = files.getPublicUrl('a picture.png').data
  const reply = await fetch(publicUrl)
  expect([reply.status, await reply.text(), reply.headers.get('cache-control')]).toEqual([
    200,
    'not really',
    'max-age=3600',
  ])
  expect(await textOf((await guest.from(name).download('a picture.png')).data)).toBe('not really')
  const saved = await fetch(files.getPublicUrl('a picture.png', { download: 'my picture.png' }).data.publicUrl)
  expect(saved.headers.get('content-disposition')).toBe(
    "attachment; filename=my%20picture.png; filename*=UTF-8''my%20picture.png",
  )
  await storage.updateBucket(name, { public: false })
  const closed = await fetch(publicUrl)
  expect([closed.status, (await closed.json()).code]).toEqual([400, 'NoSuchBucket'])
})

import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inWorkspace } from '../db/connect.ts'
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

test('lists show one level, folders and files, in pages and in any order', async () => {
  const { files } = await newBucket()
  for (const path of ['b.txt', 'a/1.txt', 'a/2.txt', 'a/deep/3.txt', 'a.txt', 'C.txt', 'z/9.txt']) {
    await files.upload(path, path)
  }
  const names = async (...args: Parameters<typeof files.list>) =>
    (await files.list(...args)).data?.map(({ name }) => name)
  expect(await names()).toEqual(['C.txt', 'a.txt', 'a', 'b.txt', 'z'])
  expect((await files.list()).data?.[2]).toEqual({
    name: 'a',
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  })
  expect(await names('a')).toEqual(['1.txt', '2.txt', 'deep'])
  expect((await files.list('a', { limit: 1 })).data).toEqual([
    {
      name: '1.txt',
      id: expect.any(String),
      updated_at: expect.any(String),
      created_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: {
        eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        size: 7,
        mimetype: 'text/plain;charset=UTF-8',
        cacheControl: 'max-age=3600',
        lastModified: expect.any(String),
        contentLength: 7,
        httpStatusCode: 200,
      },
    },
  ])
  expect(await names('', { limit: 2, offset: 1 })).toEqual(['a.txt', 'a'])
  expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(['z', 'b.txt', 'a', 'a.txt', 'C.txt'])
  expect(await names('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
    'z',
    'a',
    'C.txt',
    'a.txt',
    'b.txt',
  ])
  expect(await names('', { search: 'TXT' })).toEqual(['C.txt', 'a.txt', 'b.txt'])
  expect((await storage.from(newName()).list()).data).toEqual([])
})

test('a list has 100 entries if nobody says how many', async () => {
  const { name, files } = await newBucket()
  await files.upload('000', 'x')
  await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    sql`insert into storage.objects (workspace_id, bucket_id, name, owner, owner_id, sha256, size, metadata, version)
      select workspace_id, bucket_id, to_char(n, 'FM000'), owner, owner_id, sha256, size, metadata, version
      from storage.objects, generate_series(1, 100) as n where bucket_id = ${name}`.execute(trx),
  )
  const reply = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/list/${name}`,
    headers: { authorization: `Bearer ${owner.token}` },
    payload: { prefix: '' },
  })
  expect(reply.json()).toHaveLength(100)
})

test('the second list pages with a cursor, with folders or without', async () => {
  const { files } = await newBucket()
  for (const path of ['a/1.txt', 'a/2.txt', 'b.txt', 'c/d/3.txt', 'c/e.txt']) await files.upload(path, path)
  for (const sortBy of [undefined, { column: 'name', order: 'desc' }, { column: 'created_at' }] as const) {
    for (const with_delimiter of [false, true]) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const { data } = await files.listV2({
          limit: 2,
          with_delimiter,
          ...(cursor && { cursor }),
          ...(sortBy && { sortBy }),
        })
        expect(data!.folders.length + data!.objects.length).toBeLessThanOrEqual(2)
        seen.push(...data!.folders.map(({ name }) => name), ...data!.objects.map(({ name }) => name))
        cursor = data!.hasNext ? data!.nextCursor : undefined
      } while (cursor)
      const all = with_delimiter ? ['a/', 'b.txt', 'c/'] : ['a/1.txt', 'a/2.txt', 'b.txt', 'c/d/3.txt', 'c/e.txt']
      expect(seen.toSorted()).toEqual(all)
    }
  }
  const inside = await files.listV2({ prefix: 'c/', with_delimiter: true })
  expect(inside.data).toMatchObject({
    hasNext: false,
    folders: [{ key: 'd', name: 'c/d/' }],
    objects: [{ key: 'e.txt', name: 'c/e.txt', id: expect.any(String), metadata: { size: 7 } }],
  })
})

test('a signed address opens one object to anybody for a while', async () => {
  const { name, files } = await newBucket()
  await files.upload('folder/a.txt', 'secret')
  const one = await files.createSignedUrl('folder/a.txt', 60, { download: 'b.txt' })
  const reply = await fetch(one.data!.signedUrl)
  expect([reply.status, await reply.text()]).toEqual([200, 'secret'])
  expect(reply.headers.get('content-disposition')).toBe("attachment; filename=b.txt; filename*=UTF-8''b.txt")
  expect([reply.headers.get('cache-control'), Date.parse(reply.headers.get('expires')!) > Date.now()]).toEqual([
    null,
    true,
  ])
  const many = await files.createSignedUrls(['folder/a.txt', 'nothing.txt'], 60)
  expect(many.data).toEqual([
    { error: null, path: 'folder/a.txt', signedURL: expect.any(String), signedUrl: expect.any(String) },
    {
      error: 'Either the object does not exist or you do not have access to it',
      path: 'nothing.txt',
      signedURL: null,
      signedUrl: null,
    },
  ])
  expect(many.data![0]!.signedURL).toMatch(new RegExp(`^/object/sign/${name}/folder/a.txt\\?token=`))
  expect(await (await fetch(many.data![0]!.signedUrl!)).text()).toBe('secret')
  const other = one.data!.signedUrl.replace('folder/a.txt', 'folder/b.txt')
  expect(await (await fetch(other)).json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
  const forged = one.data!.signedUrl.replace(/token=[^&]+/, (token) => `${token.slice(0, -4)}AAAA`)
  expect(await (await fetch(forged)).json()).toMatchObject({
    code: 'InvalidJWT',
    message: 'signature verification failed',
  })
  const bare = one.data!.signedUrl.replace(/\?.*/, '')
  expect((await (await fetch(bare)).json()).message).toBe("querystring must have required property 'token'")
  expect((await files.createSignedUrl('nothing.txt', 60)).error).toMatchObject({ statusCode: '404' })
})

test('a signed address takes one upload from anybody', async () => {
  const { name, files } = await newBucket()
  const { token, path } = (await files.createSignedUploadUrl('new.txt')).data!
  const uploaded = await guest.from(name).uploadToSignedUrl(path, token, new Blob(['by a guest']))
  expect(uploaded).toEqual({ data: { path, fullPath: `${name}/new.txt` }, error: null })
  expect((await guest.from(name).uploadToSignedUrl(path, token, 'again')).error).toMatchObject({ statusCode: '409' })
  expect((await guest.from(name).uploadToSignedUrl('other.txt', token, 'x')).error).toMatchObject({
    code: 'InvalidSignature',
  })
  expect((await files.createSignedUploadUrl('new.txt')).error).toMatchObject({ code: 'KeyAlreadyExists' })
  const again = (await files.createSignedUploadUrl('new.txt', { upsert: true })).data!
  expect((await guest.from(name).uploadToSignedUrl(path, again.token, 'again')).error).toBeNull()
  expect(await textOf((await files.download('new.txt')).data)).toBe('again')
})

test('objects are moved, copied and removed, also between buckets', async () => {
  const { files } = await newBucket()
  const other = await newBucket()
  await files.upload('a.txt', 'a', { metadata: { by: 'me' } })
  await files.upload('b.txt', 'b')
  expect((await files.move('a.txt', 'moved/a.txt')).data).toEqual({ message: 'Successfully moved' })
  expect((await files.move('moved/a.txt', 'b.txt')).error).toMatchObject({ code: 'ResourceAlreadyExists' })
  expect((await files.move('a.txt', 'c.txt')).error).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
  expect((await files.copy('moved/a.txt', 'copy.txt')).data).toEqual({ path: expect.stringMatching(/\/copy\.txt$/) })
  expect((await files.copy('moved/a.txt', 'b.txt')).error).toMatchObject({ code: 'KeyAlreadyExists' })
  await files.copy('moved/a.txt', 'there.txt', { destinationBucket: other.name })
  await files.move('moved/a.txt', 'here.txt', { destinationBucket: other.name })
  expect(await textOf((await other.files.download('there.txt')).data)).toBe('a')
  expect((await other.files.info('here.txt')).data).toMatchObject({ metadata: { by: 'me' }, name: 'here.txt' })
  const removed = await files.remove(['copy.txt', 'b.txt', 'nothing.txt'])
  expect(removed.data?.map(({ name }) => name).toSorted()).toEqual(['b.txt', 'copy.txt'])
  expect((await files.remove(['b.txt'])).data).toEqual([])
  expect((await files.list()).data).toEqual([])
  expect((await other.files.purgeCache('here.txt')).data).toEqual({ message: 'success' })
  expect((await storage.purgeBucketCache(other.name)).data).toEqual({ message: 'success' })
  expect((await files.download('x.png', { transform: { width: 100 } })).error).toMatchObject({
    status: 400,
    statusCode: '400',
  })
})

test('each member does in buckets what the rules say, and nobody reaches another workspace', async () => {
  const { name, files } = await newBucket()
  await files.upload('a.txt', 'a')
  const [dispatcher, viewer, driver, stranger] = [
    clientOf(await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })),
    clientOf(await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })),
    await makeMember({ workspaceId: owner.workspaceId, role: 'driver' }),
    clientOf(await makeMember()),
  ]
  const refused = { status: 400, statusCode: '403', message: 'new row violates row-level security policy' }
  expect((await dispatcher.from(name).upload('b.txt', 'b')).error).toBeNull()
  expect((await dispatcher.createBucket(newName())).error).toMatchObject(refused)
  expect(await textOf((await viewer.from(name).download('a.txt')).data)).toBe('a')
  expect((await viewer.from(name).upload('c.txt', 'c')).error).toMatchObject(refused)
  expect((await viewer.from(name).remove(['a.txt'])).data).toEqual([])
  expect((await viewer.emptyBucket(name)).error).toMatchObject(refused)
  const drivers = clientOf(driver)
  expect((await drivers.from(name).download('a.txt')).error).toMatchObject({ code: 'NoSuchKey' })
  expect(
    (await drivers.from('proofs').upload(`${driver.userId}/1.pdf`, '%PDF-1.7', { contentType: 'application/pdf' }))
      .error,
  ).toBeNull()
  expect(
    (await drivers.from('proofs').upload('other/1.pdf', '%PDF-1.7', { contentType: 'application/pdf' })).error,
  ).toMatchObject(refused)
  expect(
    (await drivers.from('proofs').update(`${driver.userId}/1.pdf`, '%PDF-1.8', { contentType: 'application/pdf' }))
      .error,
  ).toMatchObject(refused)
  expect((await drivers.from('proofs').list(driver.userId)).data).toHaveLength(1)
  expect((await stranger.getBucket(name)).error).toMatchObject({ code: 'NoSuchBucket' })
  expect((await stranger.from(name).list()).data).toEqual([])
  expect((await stranger.from(name).download('a.txt')).error).toMatchObject({ statusCode: '404' })
  expect((await stranger.createBucket(name)).error).toBeNull()
  expect((await guest.from(name).download('a.txt')).error).toMatchObject({ code: 'NoSuchKey' })
  expect((await guest.from(name).upload('x.txt', 'x')).error).toMatchObject(refused)
  expect((await guest.listBuckets()).data).toEqual([])
  const operator = createClient(url, deps.keys.secretKey, {
    global: { headers: { 'Karta-Workspace': owner.workspaceId } },
  }).storage
  expect(await textOf((await operator.from(name).download('a.txt')).data)).toBe('a')
})

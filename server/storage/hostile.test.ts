import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { suspendMember } from '#domain/api/members.ts'
import { AppError } from '#domain/errors.ts'
import { usualLimits } from '#domain/quotas.ts'
import { inWorkspace } from '../db/connect.ts'
import { readStored } from '../db/quotas.ts'
import { testApp } from '../testing/test-app.ts'
import { forgetUploads } from './housekeeping.ts'

/*
 * What goes wrong: broken uploads, bad names, wrong types, full disks, and content that wants to run in a browser. And
 * resumable uploads, which are there because things go wrong.
 */
let isDiskFull = false
const quotas = { ...usualLimits }
/** How many uploads have begun to watch whether they may go on. */
let watching = 0
const testing = await testApp(({ bus, disk, config }) => ({
  config: { ...config, quotas },
  bus: {
    ...bus,
    subscribe(topic, listener) {
      if (topic.startsWith('access:')) watching += 1
      return bus.subscribe(topic, listener)
    },
  },
  disk: {
    ...disk,
    checkRoom: () => {
      if (isDiskFull) throw new AppError('storage_full')
    },
  },
}))
const { app, deps, makeMember } = testing
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const base = `http://127.0.0.1:${port}/storage/v1`
const owner = await makeMember()
const as = { authorization: `Bearer ${owner.token}` }

const call = (
  method: InjectOptions['method'],
  url: string,
  payload?: InjectOptions['payload'],
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: method!,
    url: `/storage/v1${url}`,
    headers: { ...as, ...headers },
    ...(payload !== undefined && { payload }),
  })

async function newBucket(settings: Record<string, unknown> = {}): Promise<string> {
  const name = `b-${randomUUID()}`
  expect((await call('POST', '/bucket', { name, ...settings })).statusCode).toBe(200)
  return name
}

/** For what happens soon after a connection broke, on a busy machine too. */
const patiently = { timeout: 30_000 }

const bucket = await newBucket({ public: true })
const upload = (path: string, content: string | Buffer, type = 'text/plain', to = bucket) =>
  call('POST', `/object/${to}/${path}`, content, { 'content-type': type, 'x-upsert': 'true' })
const get = (path: string, headers: Record<string, string> = {}) => call('GET', path, undefined, headers)
const list = async (name: string) =>
  (await call('POST', `/object/list/${name}`, { prefix: '' })).json() as { name: string }[]

test('an object is read in parts, and not at all by whoever has it already', async () => {
  await upload('digits.txt', '0123456789')
  const url = `/object/${bucket}/digits.txt`
  const whole = await get(url)
  expect(whole.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
    'x-robots-tag': 'none',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const { etag, 'last-modified': modified } = whole.headers as Record<string, string>
  const parts = [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=4-2', 200, '0123456789', undefined],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ] as const
  for (const [range, status, body, said] of parts) {
    const reply = await get(url, { range })
    expect([range, reply.statusCode, reply.body, reply.headers['content-range']]).toEqual([range, status, body, said])
  }
  const beyond = await get(url, { range: 'bytes=10-' })
  expect([beyond.statusCode, beyond.headers['content-range'], beyond.json().code]).toEqual([
    416,
    'bytes */10',
    'InvalidRange',
  ])
  expect((await get(url, { range: 'bytes=2-4', 'if-range': '"other"' })).statusCode).toBe(200)
  expect((await get(url, { range: 'bytes=2-4', 'if-range': etag! })).statusCode).toBe(206)
  const conditions: Record<string, string>[] = [
    { 'if-none-match': etag! },
    { 'if-none-match': `"x", W/${etag}` },
    { 'if-modified-since': modified! },
  ]
  for (const known of conditions) {
    const reply = await get(url, known)
    expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', etag])
  }
  expect((await get(url, { 'if-none-match': '"x"', 'if-modified-since': modified! })).statusCode).toBe(200)
  const head = await call('HEAD', url)
  expect([head.statusCode, head.body, head.headers['content-length'], head.headers.etag]).toEqual([200, '', '10', etag])
})

test('a proxy keeps an answer to one caller for nobody else', async () => {
  const wanted = 'public, max-age=60, s-maxage=600'
  await call('POST', `/object/${bucket}/kept.txt`, 'x', { 'content-type': 'text/plain', 'cache-control': wanted })
  const { headers } = await get(`/object/${bucket}/kept.txt`)
  expect(headers['cache-control']).toBe('private, max-age=60')
  expect((await get(`/object/public/${bucket}/kept.txt`)).headers['cache-control']).toBe(wanted)
})

test('no browser runs what an object holds', async () => {
  const served = [
    ['text/html', 'text/plain; charset=utf-8', undefined],
    ['TEXT/HTML; charset=utf-8', 'text/plain; charset=utf-8', undefined],
    ['application/xhtml+xml', 'text/plain; charset=utf-8', undefined],
    ['text/xml', 'text/plain; charset=utf-8', undefined],
    ['text/javascript', 'text/plain; charset=utf-8', undefined],
    ['text/css', 'text/plain; charset=utf-8', undefined],
    ['image/svg+xml', 'image/svg+xml', 'attachment;'],
    ['application/pdf', 'application/pdf', 'attachment;'],
    ['application/x-unheard-of', 'application/x-unheard-of', 'attachment;'],
    ['image/png', 'image/png', undefined],
    ['video/mp4', 'video/mp4', undefined],
  ] as const
  for (const [said, type, disposition] of served) {
    await upload('page', '<script>alert(1)</script>', said)
    for (const url of [`/object/${bucket}/page`, `/object/public/${bucket}/page`]) {
      const { headers } = await get(url)
      expect([said, headers['content-type'], headers['content-disposition']]).toEqual([said, type, disposition])
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    }
  }
  expect((await upload('page', 'x', 'text/html\u0000')).statusCode).toBeGreaterThanOrEqual(400)
  expect((await upload('page', 'x', 'nonsense/')).json()).toMatchObject({ statusCode: expect.stringMatching(/^4/) })
})

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex')

test('where types are restricted, content counts, and not what it is called', async () => {
  const photos = await newBucket({ allowed_mime_types: ['image/jpeg', 'text/csv'] })
  const put = async (path: string, content: string | Buffer, type: string) => {
    const { statusCode, json } = await upload(path, content, type, photos)
    return [statusCode, json().message ?? json().Key]
  }
  expect(await put('a.jpg', jpeg, 'image/jpeg')).toEqual([200, `${photos}/a.jpg`])
  expect(await put('b.csv', 'a,b\n1,2\n', 'text/csv')).toEqual([200, `${photos}/b.csv`])
  expect(await put('c.jpg', '<!doctype html><script>', 'image/jpeg')).toEqual([
    400,
    'mime type text/html is not supported',
  ])
  expect(await put('d.jpg', 'just text', 'image/jpeg')).toEqual([400, 'mime type text/plain is not supported'])
  expect(await put('e.jpg', Buffer.from([1, 2, 3]), 'image/jpeg')).toEqual([
    400,
    'mime type application/octet-stream is not supported',
  ])
  expect(await put('f.csv', '<html><body>', 'text/csv')).toEqual([400, 'mime type text/html is not supported'])
  expect(await put('g.png', jpeg, 'image/png')).toEqual([400, 'mime type image/png is not supported'])
  expect((await list(photos)).map(({ name }) => name)).toEqual(['a.jpg', 'b.csv'])

  await upload('page.jpg', '<html><body>', 'image/jpeg')
  for (const how of ['move', 'copy']) {
    const body = { bucketId: bucket, sourceKey: 'page.jpg', destinationKey: 'page.jpg', destinationBucket: photos }
    expect((await call('POST', `/object/${how}`, body)).json()).toMatchObject({
      statusCode: '415',
      code: 'InvalidMimeType',
    })
  }
})

test('bad names are refused with the key, and unusual ones are kept', async () => {
  const move = (destinationKey: string) =>
    call('POST', '/object/move', { bucketId: bucket, sourceKey: 'x', destinationKey })
  await upload('x', 'x')
  const bad = [
    '../x',
    'a/../b',
    '.',
    'a/./b',
    'a//b',
    '/a',
    'a/',
    ' ',
    'a/ /b',
    'a\u0000b',
    'ü',
    '🚚',
    'a\\b',
    'a#b',
    'a%b',
    'k'.repeat(1025),
  ]
  for (const key of bad) {
    const { statusCode, json } = await move(key)
    expect([key, statusCode, json().code]).toEqual([key, 400, 'InvalidKey'])
    expect(json().message.length).toBeLessThan(300)
  }
  for (const path of ['%F0%9F%9A%9A', 'a%00b', 'a%5Cb', 'dir/', '%20']) {
    expect((await upload(path, 'x')).json().code).toBe('InvalidKey')
  }
  for (const key of ['k'.repeat(1000), "a b/!-_.*'()&$@=;:+,?", '...', '..a/b..']) {
    const path = key.split('/').map(encodeURIComponent).join('/')
    expect((await upload(path, key)).json()).toMatchObject({ Key: `${bucket}/${key}` })
    expect((await get(`/object/${bucket}/${path}`)).body).toBe(key)
  }
  for (const name of ['', ' a', 'a/b', 'ü', 'b'.repeat(101), 'a\u0000']) {
    const { json } = await call('POST', '/bucket', { name })
    expect([name, json().code]).toEqual([name, 'InvalidBucketName'])
  }
})

test('too much is refused, by the bucket’s limit, the quota and the disk, and leaves nothing', async () => {
  const small = await newBucket({ file_size_limit: 10 })
  const tooLarge = {
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
    code: 'EntityTooLarge',
  }
  expect((await upload('a', 'x'.repeat(11), 'text/plain', small)).json()).toMatchObject(tooLarge)
  const form = new FormData()
  form.append('', new Blob(['x'.repeat(11)]))
  const reply = await fetch(`${base}/object/${small}/form`, { method: 'POST', headers: as, body: form })
  expect([reply.status, await reply.json()]).toMatchObject([400, tooLarge])
  // Of unknown length, the size shows only as it comes.
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(randomBytes(200_000))
      controller.close()
    },
  })
  const streamed = await fetch(`${base}/object/${small}/stream`, {
    method: 'POST',
    headers: as,
    body: stream,
    duplex: 'half',
  } as RequestInit)
  expect(await streamed.json()).toMatchObject(tooLarge)
  expect((await call('POST', '/bucket', { name: randomUUID(), file_size_limit: '1TB' })).json()).toMatchObject(tooLarge)

  quotas.objects = 0
  expect((await upload('b', 'x', 'text/plain', small)).json()).toMatchObject({
    statusCode: '413',
    code: 'QuotaExceeded',
  })
  quotas.objects = usualLimits.objects
  isDiskFull = true
  const full = await upload('c', 'x', 'text/plain', small)
  isDiskFull = false
  expect([full.statusCode, full.json().code]).toEqual([507, 'StorageFull'])
  expect(await list(small)).toEqual([])
})

test('files count with their content, once each, until they are deleted', async () => {
  const member = await makeMember()
  const own = { authorization: `Bearer ${member.token}` }
  const used = () =>
    inWorkspace(deps.db, member.workspaceId, async (trx) => [
      await readStored(trx, member.workspaceId, 'objects'),
      Math.floor((await readStored(trx, member.workspaceId, 'bytes_stored')) / 100_000),
    ])
  await call('POST', '/bucket', { name: 'counted' }, own)
  const content = Buffer.alloc(150_000)
  for (const name of ['a', 'a', 'b']) {
    await call('POST', `/object/counted/${name}`, content, { ...own, 'content-type': 'a/b', 'x-upsert': 'true' })
  }
  expect(await used()).toEqual([2, 3])
  await call('DELETE', '/object/counted', { prefixes: ['a', 'b'] }, own)
  expect(await used()).toEqual([0, 0])
})

test('an upload that breaks off at any point leaves nothing', async () => {
  const name = await newBucket()
  const content = Buffer.from(randomBytes(50).toString('hex'))
  for (let sent = 0; sent < content.length; sent += 10) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /storage/v1/object/${name}/cut-${sent} HTTP/1.1\r\nhost: x\r\nauthorization: ${as.authorization}\r\n`,
    )
    socket.write(`content-length: ${content.length}\r\n\r\n`)
    socket.write(content.subarray(0, sent))
    socket.end()
    socket.resume()
    await once(socket, 'close')
  }
  await expect.poll(() => readdirSync(deps.folders.arriving), patiently).toEqual([])
  expect(await list(name)).toEqual([])
  const form = '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf of it'
  const cut = await call('POST', `/object/${name}/form`, form, { 'content-type': 'multipart/form-data; boundary=x' })
  expect([cut.statusCode, await list(name)]).toEqual([400, []])
})

test('of two uploads of the same object at once, one wins as a whole', async () => {
  const name = await newBucket()
  const contents = [randomBytes(300_000), randomBytes(300_000)]
  const both = (path: string, upsert: string) =>
    Promise.all(
      contents.map((content) =>
        call('POST', `/object/${name}/${path}`, content, { 'x-upsert': upsert, 'content-type': 'a/b' }),
      ),
    )
  const inserted = await both('once', 'false')
  expect(inserted.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  const winner = inserted.findIndex(({ statusCode }) => statusCode === 200)
  expect((await get(`/object/${name}/once`)).rawPayload.equals(contents[winner]!)).toBe(true)
  const replaced = await both('twice', 'true')
  expect(replaced.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { rawPayload, headers } = await get(`/object/${name}/twice`)
  const kept = contents.findIndex((content) => rawPayload.equals(content))
  expect(kept).toBeGreaterThanOrEqual(0)
  const tags = await Promise.all(
    contents.map(
      async (content, at) => (
        await upload(`tag-${at}`, content),
        (await get(`/object/${bucket}/tag-${at}`)).headers.etag
      ),
    ),
  )
  expect(headers.etag).toBe(tags[kept])
})

test('what is wrong with a token is said in the protocol’s words', async () => {
  const url = `/storage/v1/bucket`
  const [head, claims, signature] = owner.token.split('.')
  const expired = Buffer.from(JSON.stringify({ exp: 1, sub: owner.userId })).toString('base64url')
  const said = async (headers: Record<string, string>) => {
    const { statusCode, json } = await app.inject({ url, headers })
    return [statusCode, json().statusCode, json().message]
  }
  expect(await said({})).toEqual([400, '400', "headers must have required property 'authorization'"])
  expect(await said({ authorization: 'Bearer x' })).toEqual([400, '403', 'Invalid Compact JWS'])
  expect(await said({ authorization: 'Bearer ' })).toEqual([400, '403', 'Invalid Compact JWS'])
  expect(await said({ authorization: `Bearer ${head}.${expired}.${signature}` })).toEqual([
    400,
    '403',
    '"exp" claim timestamp check failed',
  ])
  expect(await said({ authorization: `Bearer ${head}.${claims}.AAAA` })).toEqual([
    400,
    '403',
    'signature verification failed',
  ])
  const missing = await app.inject({ url: '/storage/v1/s3/bucket', headers: as })
  expect([missing.statusCode, missing.json()]).toEqual([
    404,
    { message: 'Route GET:/s3/bucket not found', error: 'Not Found', statusCode: 404 },
  ])
  expect((await call('POST', '/bucket', {})).json().message).toBe("body must have required property 'name'")
  expect((await call('POST', `/object/list/${bucket}`, {})).json().message).toBe(
    "body must have required property 'prefix'",
  )
})

const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const tus = (method: string, url: string, headers: Record<string, string | number> = {}, body?: Buffer<ArrayBuffer>) =>
  fetch(url.startsWith('http') ? url : `${base}${url}`, {
    method,
    headers: { ...as, 'tus-resumable': '1.0.0', ...(headers as Record<string, string>) },
    ...(body && { body }),
  })
const piece = { 'content-type': 'application/offset+octet-stream' }
const create = (objectName: string, headers: Record<string, string | number>, fields: Record<string, string> = {}) =>
  tus('POST', '/upload/resumable', {
    'upload-metadata': metadata({
      bucketName: bucket,
      objectName,
      contentType: 'text/plain',
      cacheControl: '60',
      ...fields,
    }),
    ...headers,
  })

test('an interrupted upload goes on where it stopped, and appears when it is whole', async () => {
  const content = randomBytes(1000)
  const created = await create('resumed.bin', { 'upload-length': content.length }, { metadata: '{"by":"me"}' })
  const url = created.headers.get('location')!
  expect([created.status, url]).toEqual([
    201,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\/upload\/resumable\/[\w-]+$/),
  ])
  expect(Date.parse(created.headers.get('upload-expires')!)).toBeGreaterThan(Date.now())
  const first = await tus('PATCH', url, { ...piece, 'upload-offset': 0 }, content.subarray(0, 400))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '400'])

  const wrong = await tus('PATCH', url, { ...piece, 'upload-offset': 300 }, content.subarray(300))
  expect([wrong.status, wrong.headers.get('content-type'), await wrong.text()]).toEqual([
    409,
    'text/plain; charset=utf-8',
    'Upload-Offset conflict',
  ])
  expect((await get(`/object/${bucket}/resumed.bin`)).statusCode).toBe(400)

  // The connection breaks in the middle of the next part. Some of it may have arrived.
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `PATCH ${new URL(url).pathname} HTTP/1.1\r\nhost: x\r\nauthorization: ${as.authorization}\r\ntus-resumable: 1.0.0\r\n`,
  )
  socket.write('content-type: application/offset+octet-stream\r\nupload-offset: 400\r\ncontent-length: 600\r\n\r\n')
  socket.write(content.subarray(400, 700))
  socket.end()
  socket.resume()
  const goOn = async () => {
    const offset = Number((await tus('HEAD', url)).headers.get('upload-offset'))
    return (await tus('PATCH', url, { ...piece, 'upload-offset': offset }, content.subarray(offset))).headers
  }
  // What the broken part brought meanwhile is a conflict, after which a client asks again where to go on.
  await expect.poll(async () => (await goOn()).get('tus-complete'), patiently).toBe('1')
  const read = await get(`/object/${bucket}/resumed.bin`)
  expect([read.rawPayload.equals(content), read.headers['cache-control']]).toEqual([true, 'max-age=60'])
  expect((await get(`/object/info/${bucket}/resumed.bin`)).json()).toMatchObject({ metadata: { by: 'me' } })
  // The answer to the last part may have been lost.
  const after = await tus('HEAD', url)
  expect([after.status, after.headers.get('upload-offset'), after.headers.get('upload-length')]).toEqual([
    200,
    '1000',
    '1000',
  ])
})

test('an upload under way ends when its sender is suspended, and does not go on', async () => {
  const sender = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  const auth = { authorization: `Bearer ${sender.token}` }
  const created = await create('suspended.bin', { 'upload-length': 1000, ...auth })
  const url = created.headers.get('location')!
  /** Sends the beginning of a body, and collects the answer. */
  const begin = (head: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head} HTTP/1.1\r\nhost: x\r\nauthorization: ${auth.authorization}\r\ncontent-length: 1000\r\n`)
    socket.write(`tus-resumable: 1.0.0\r\ncontent-type: ${piece['content-type']}\r\nupload-offset: 0\r\n\r\n`)
    socket.write(randomBytes(300))
    const answer = { socket, said: '' }
    socket.on('data', (bytes) => (answer.said += bytes.toString()))
    return answer
  }
  const before = watching
  const running = [
    begin(`PATCH ${new URL(url).pathname}`),
    begin(`POST /storage/v1/object/${bucket}/suspended-too.bin`),
  ]
  await expect.poll(() => watching - before, patiently).toBe(2)
  expect((await testing.as(owner).call(suspendMember, { params: { id: sender.userId } })).status).toBe(200)
  for (const answer of running) {
    await expect.poll(() => answer.said, patiently).toContain('Your access to this workspace is suspended')
    answer.socket.destroy()
  }
  expect((await tus('HEAD', url, auth)).status).toBe(400)
})

test('an upload may begin with its content, learn its length later, be given up or replace what is there', async () => {
  const whole = await tus(
    'POST',
    '/upload/resumable',
    {
      ...piece,
      'upload-length': 5,
      'upload-metadata': metadata({ bucketName: bucket, objectName: 'at-once.txt' }),
    },
    Buffer.from('whole'),
  )
  expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5'])
  expect((await get(`/object/${bucket}/at-once.txt`)).body).toBe('whole')

  const again = await create('at-once.txt', { 'upload-length': 3 })
  expect([again.status, await again.text()]).toEqual([409, 'The resource already exists'])
  const deferred = await create('at-once.txt', { 'upload-defer-length': 1, 'x-upsert': 'true' })
  const url = deferred.headers.get('location')!
  const head = await tus('HEAD', url)
  expect([
    head.headers.get('upload-defer-length'),
    head.headers.get('upload-length'),
    head.headers.get('cache-control'),
  ]).toEqual(['1', null, 'no-store'])
  await tus('PATCH', url, { ...piece, 'upload-offset': 0 }, Buffer.from('la'))
  await tus('PATCH', url, { ...piece, 'upload-offset': 2, 'upload-length': 5 }, Buffer.from('ter'))
  expect((await get(`/object/${bucket}/at-once.txt`)).body).toBe('later')

  const left = (await create('left.txt', { 'upload-length': 5 })).headers.get('location')!
  expect((await tus('DELETE', left)).status).toBe(204)
  const gone = await tus('HEAD', left)
  expect(gone.status).toBe(404)
  const empty = await create('empty.txt', { 'upload-length': 0 })
  expect([empty.status, (await get(`/object/${bucket}/empty.txt`)).body]).toEqual([201, ''])
})

test('resumable uploads refuse in plain text what others refuse in JSON, and expire', async () => {
  const options = await fetch(`${base}/upload/resumable`, { method: 'OPTIONS' })
  expect([options.status, options.headers.get('tus-version'), options.headers.get('tus-max-size')]).toEqual([
    204,
    '1.0.0',
    String(deps.config.storage.maxBytes),
  ])
  expect(options.headers.get('tus-extension')).toContain('creation-with-upload')
  const refusals: [Promise<Response>, number, string][] = [
    [create('a', { 'upload-length': 5 }, { bucketName: 'nowhere' }), 404, 'Bucket not found'],
    [create('../a', { 'upload-length': 5 }), 400, 'Invalid key: ../a'],
    [create('a', { 'upload-length': 10 ** 12 }), 413, 'Maximum size exceeded'],
    [create('a', {}), 400, 'Upload-Length or Upload-Defer-Length header required'],
    [create('a', { 'upload-length': 'x' }), 400, 'Invalid upload-length'],
    [
      create('a', { 'upload-length': 5, 'upload-metadata': 'x ***' }),
      400,
      'Upload-Metadata is invalid. It must be a list of names and base64 values',
    ],
    [create('a', { 'upload-length': 5, 'tus-resumable': '0.2.0' }), 412, 'Tus-Resumable Required'],
    [
      tus('PATCH', '/upload/resumable/x', { ...piece, 'upload-offset': 0 }, Buffer.from('x')),
      404,
      'The file for this url was not found',
    ],
  ]
  for (const [reply, status, text] of refusals)
    expect([(await reply).status, await (await reply).text()]).toEqual([status, text])
  const noToken = await fetch(`${base}/upload/resumable`, { method: 'POST', headers: { 'tus-resumable': '1.0.0' } })
  expect([noToken.status, (await noToken.json()).code]).toEqual([400, 'InvalidRequest'])

  const url = (await create('over.txt', { 'upload-length': 3 })).headers.get('location')!
  const over = await tus('PATCH', url, { ...piece, 'upload-offset': 0 }, Buffer.from('too much'))
  expect([over.status, await over.text()]).toEqual([413, 'Maximum size exceeded'])
  const stranger = await makeMember()
  expect((await tus('HEAD', url, { authorization: `Bearer ${stranger.token}` })).status).toBe(404)

  const id = Buffer.from(url.split('/').at(-1)!, 'base64url').toString().split('/').at(-1)!
  await forgetUploads({ ...deps, now: () => new Date(Date.now() + 23 * 3_600_000) })
  expect(await deps.objects.partial.size(id)).toBe(0)
  await forgetUploads({ ...deps, now: () => new Date(Date.now() + 25 * 3_600_000) })
  expect((await tus('HEAD', url)).status).toBe(404)
  await expect(deps.objects.partial.size(id)).rejects.toMatchObject({ code: 'upload_not_found' })
})

test('whoever has a signed address for an upload can resume it', async () => {
  const { token } = (await call('POST', `/object/upload/sign/${bucket}/signed.txt`, {})).json()
  const signed = { authorization: '', 'x-signature': token }
  const fields = metadata({ bucketName: bucket, objectName: 'signed.txt' })
  const created = await tus('POST', '/upload/resumable/sign', {
    ...signed,
    'upload-length': 4,
    'upload-metadata': fields,
  })
  const url = created.headers.get('location')!
  expect([created.status, url]).toEqual([201, expect.stringContaining('/upload/resumable/sign/')])
  expect((await tus('PATCH', url, { ...signed, ...piece, 'upload-offset': 0 }, Buffer.from('done'))).status).toBe(204)
  expect((await get(`/object/${bucket}/signed.txt`)).body).toBe('done')
  const other = metadata({ bucketName: bucket, objectName: 'other.txt' })
  const refused = await tus('POST', '/upload/resumable/sign', {
    ...signed,
    'upload-length': 4,
    'upload-metadata': other,
  })
  expect([refused.status, await refused.text()]).toEqual([400, 'Invalid signature'])
})

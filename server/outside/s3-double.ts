import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { escapeHtml } from '#domain/escape-html.ts'

type Stored = { body: Buffer; at: Date; etag: string }
type Mood = 'well' | 'down' | 'cuts reads'
type Answer = { status: number; headers?: Record<string, string | number>; body?: string | Buffer }

export type S3Double = {
  url: string
  /** What is in the bucket, by key. */
  objects: Map<string, Stored>
  /** Uploads in several parts that were neither completed nor given up. */
  uploads: Map<string, Map<number, Buffer>>
  /** Method and path of every call. */
  calls: string[]
  behave(mood: Mood): void
  close(): Promise<void>
}

type Account = { bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

const listed = 1000

/** The part of S3 that Karta uses, in memory, with signatures and check sums verified. Paths begin with the bucket. */
export async function startS3Double(account: Account, now: () => Date, port = 0): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map()
  const uploads: S3Double['uploads'] = new Map()
  const calls: string[] = []
  let mood: Mood = 'well'

  function answer(request: IncomingMessage, url: URL, body: Buffer): Answer {
    const { method = 'GET', headers } = request
    if (mood === 'down') return fail(503, 'SlowDown', 'Please reduce your request rate.')
    const wrong = wrongSignature(request, url, body, account)
    if (wrong) return fail(403, wrong, 'The request signature we calculated does not match.')
    const [, bucket, ...rest] = url.pathname.split('/')
    if (bucket !== account.bucket) return fail(404, 'NoSuchBucket', 'The specified bucket does not exist')
    const key = decodeURIComponent(rest.join('/'))
    const query = url.searchParams
    if (key === '') return method === 'HEAD' ? { status: 200 } : list(query)
    if (query.has('uploads') || query.has('uploadId')) return multipart(method, key, query, body)
    if (method === 'PUT') return put(key, headers, body)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const found = objects.get(key)
    return found ? read(found, headers.range) : fail(404, 'NoSuchKey', 'The specified key does not exist.')
  }

  function put(key: string, headers: IncomingMessage['headers'], body: Buffer): Answer {
    if (headers['if-none-match'] === '*' && objects.has(key)) {
      return fail(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
    }
    const md5 = createHash('md5').update(body)
    const sent = headers['content-md5']
    const digest = md5.digest()
    if (sent !== undefined && sent !== digest.toString('base64'))
      return fail(400, 'BadDigest', 'The MD5 did not match.')
    const etag = `"${digest.toString('hex')}"`
    objects.set(key, { body, at: now(), etag })
    return { status: 200, headers: { etag } }
  }

  function read({ body, at, etag }: Stored, range: string | undefined): Answer {
    const common = { etag, 'last-modified': at.toUTCString(), 'accept-ranges': 'bytes' }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (start === undefined) return { status: 200, headers: common, body }
    if (Number(start) >= body.length) return fail(416, 'InvalidRange', 'The requested range is not satisfiable')
    const part = body.subarray(Number(start), Number(end) + 1)
    const last = Number(start) + part.length - 1
    return { status: 206, headers: { ...common, 'content-range': `bytes ${start}-${last}/${body.length}` }, body: part }
  }

  function list(query: URLSearchParams): Answer {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, listed)
    const contents = page.map((key) => {
      const { body, at, etag } = objects.get(key)!
      return `<Contents><Key>${escapeHtml(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${escapeHtml(etag)}</ETag><Size>${body.length}</Size></Contents>`
    })
    const more = keys.length > listed
    const next = more ? `<NextContinuationToken>${escapeHtml(page.at(-1)!)}</NextContinuationToken>` : ''
    return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`)
  }

  function multipart(method: string, key: string, query: URLSearchParams, body: Buffer): Answer {
    if (query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = query.get('uploadId')!
    const parts = uploads.get(id)
    if (!parts) return fail(404, 'NoSuchUpload', 'The specified upload does not exist.')
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
    const whole = Buffer.concat(wanted.map((number) => parts.get(number) ?? Buffer.alloc(0)))
    objects.set(key, { body: whole, at: now(), etag: `"${randomUUID()}-${wanted.length}"` })
    return xml(`<CompleteMultipartUploadResult><Key>${escapeHtml(key)}</Key></CompleteMultipartUploadResult>`)
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    const body = await buffer(request)
    calls.push(`${request.method} ${url.pathname}`)
    send(response, answer(request, url, body), { isHead: request.method === 'HEAD', isCut: mood === 'cuts reads' })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    calls,
    behave: (next) => void (mood = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function send(
  response: ServerResponse,
  { status, headers, body = '' }: Answer,
  how: { isHead: boolean; isCut: boolean },
) {
  const bytes = Buffer.from(body as string)
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  if (how.isHead) return response.end()
  if (!how.isCut || bytes.length < 2 || status >= 300) return response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}

const xml = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
})

function fail(status: number, code: string, message: string): Answer {
  return { ...xml(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`), status }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The code of what is wrong with the signature (AWS Signature Version 4), if anything is. */
function wrongSignature(request: IncomingMessage, url: URL, body: Buffer, account: Account): string | undefined {
  const { headers, method } = request
  const [, id, scope, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!signature) return 'AccessDenied'
  if (id !== account.accessKeyId) return 'InvalidAccessKeyId'
  const [day, region] = scope!.split('/')
  if (scope !== `${day}/${account.region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  const content = String(headers['x-amz-content-sha256'])
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')
  const lines = signed!.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const asked = [method, url.pathname, query, lines.join(''), signed, content].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(asked)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${account.secretAccessKey}`, day!), region!))
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

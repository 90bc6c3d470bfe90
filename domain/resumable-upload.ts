/*
 * The sender's side of the protocol for resumable uploads (tus 1.0): the server says how much of a file it has, and the sender
 * goes on from there, also after it was switched off in between.
 */

/** What is sent, as browsers and Node know it. */
type Content<Self> = { size: number; type: string; slice(start: number, end: number): Self }

type Answer = { ok: boolean; status: number; headers: { get(name: string): string | null } }

/** What this needs of the machine that sends. */
export type UploadTools<Body> = {
  /** Sends one request as whoever uploads. It throws where no answer came. */
  send: (method: string, url: string, init: { headers: Record<string, string>; body?: Body }) => Promise<Answer>
  base64: (text: string) => string
}

export type ResumableFile<Body> = {
  bucket: string
  name: string
  content: Body
  /** Where an upload that was begun goes on. */
  url: string | null
  keepUrl: (url: string) => Promise<unknown>
}

/** The server did not take a file. */
export class UploadRefused extends Error {
  readonly status: number
  readonly retryAfterSeconds: number

  constructor({ status, headers }: Answer) {
    super(`The server answered an upload with ${status}.`)
    this.status = status
    this.retryAfterSeconds = Number(headers.get('retry-after')) || 0
  }

  /** Whether it never takes it: the file is too large, or of a kind that is not kept. */
  get isFinal(): boolean {
    return this.status === 413 || this.status === 415
  }
}

const address = '/storage/v1/upload/resumable'
const tus = { 'tus-resumable': '1.0.0' }

/** So much at once: with bad reception, no more than this is lost. */
const pieceBytes = 512 * 1024

/**
 * Sends a file, or what the server lacks of it.
 * @throws UploadRefused
 */
export async function uploadFile<Body extends Content<Body>>(
  tools: UploadTools<Body>,
  { bucket, name, content, url, keepUrl }: ResumableFile<Body>,
): Promise<void> {
  let offset = url === null ? undefined : await offsetOf(tools, url)
  if (url === null || offset === undefined) {
    const begun = await begin(tools, { bucketName: bucket, objectName: name, contentType: content.type }, content.size)
    if (begun === 'there') return
    url = begun
    offset = 0
    await keepUrl(url)
  }
  while (offset < content.size) offset = await sendPiece(tools, url, content, offset)
}

/** How much of an upload the server has; nothing once it has expired there, or if there never was one. */
async function offsetOf<Body>({ send }: UploadTools<Body>, url: string): Promise<number | undefined> {
  const answer = await send('HEAD', url, { headers: tus })
  if (answer.ok) return Number(answer.headers.get('upload-offset'))
  if (answer.status >= 500 || answer.status === 429) throw new UploadRefused(answer)
  return undefined
}

async function begin<Body>(
  { send, base64 }: UploadTools<Body>,
  said: Record<string, string>,
  bytes: number,
): Promise<string | 'there'> {
  const metadata = Object.entries(said).map(([key, value]) => `${key} ${base64(value)}`)
  const answer = await send('POST', address, {
    headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': metadata.join(',') },
  })
  // It arrived before, and the sender did not hear of it.
  if (answer.status === 409) return 'there'
  const place = answer.headers.get('location')
  if (!answer.ok || place === null) throw new UploadRefused(answer)
  // The path alone: behind a proxy, the server may not know how it is called.
  return place.replace(/^https?:\/\/[^/]+/, '')
}

async function sendPiece<Body extends Content<Body>>(
  tools: UploadTools<Body>,
  url: string,
  content: Body,
  offset: number,
): Promise<number> {
  const answer = await tools.send('PATCH', url, {
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: content.slice(offset, offset + pieceBytes),
  })
  if (answer.ok) return Number(answer.headers.get('upload-offset'))
  // More has arrived than was known: what broke off was still on its way.
  const known = answer.status === 409 ? await offsetOf(tools, url) : undefined
  if (known === undefined) throw new UploadRefused(answer)
  return known
}

import type { Database, KeptPhoto } from '../store/database.ts'
import { ApiError, problemOf, type Api } from './api.ts'

/*
 * Photos go up with the protocol for resumable uploads (tus 1.0): the server says how much of a file it has, and the phone
 * goes on from there, also after it was switched off in between.
 */

const address = '/storage/v1/upload/resumable'
const tus = { 'tus-resumable': '1.0.0' }

/** So much at once: with bad reception, no more than this is lost. */
const pieceBytes = 512 * 1024

type Upload = { name: string; blob: Blob; url: string | null; keepUrl: (url: string | null) => Promise<unknown> }

/** Sends a photo, and its original where that is kept. Each is in the folder of the driver, under the photo's ID. */
export async function uploadPhoto(db: Database, api: Api, photo: KeptPhoto): Promise<void> {
  const keepUrls = (urls: Partial<KeptPhoto>) => db.put('photos', Object.assign(photo, urls))
  await upload(api, {
    name: `${api.userId}/${photo.id}`,
    blob: photo.blob,
    url: photo.upload_url,
    keepUrl: (upload_url) => keepUrls({ upload_url }),
  })
  if (photo.original) {
    await upload(api, {
      name: `${api.userId}/${photo.id}-original`,
      blob: photo.original,
      url: photo.original_url,
      keepUrl: (original_url) => keepUrls({ original_url }),
    })
  }
}

async function upload(api: Api, { name, blob, url, keepUrl }: Upload): Promise<void> {
  let offset = url === null ? undefined : await offsetOf(api, url)
  if (url === null || offset === undefined) {
    const begun = await begin(api, name, blob)
    if (begun === 'there') return
    url = begun
    offset = 0
    await keepUrl(url)
  }
  while (offset < blob.size) offset = await sendPiece(api, url, blob, offset)
}

/** How much of an upload the server has; nothing once it has expired there. */
async function offsetOf(api: Api, url: string): Promise<number | undefined> {
  const { reply } = await api.raw('HEAD', url, { headers: tus })
  if (reply.ok) return Number(reply.headers.get('upload-offset'))
  if (reply.status >= 500 || reply.status === 429) throw new ApiError('busy', reply.status)
  return undefined
}

async function begin(api: Api, name: string, blob: Blob): Promise<string | 'there'> {
  const said = { bucketName: 'proofs', objectName: name, contentType: blob.type }
  const metadata = Object.entries(said).map(([key, value]) => `${key} ${btoa(value)}`)
  const { reply } = await api.raw('POST', address, {
    headers: { ...tus, 'upload-length': String(blob.size), 'upload-metadata': metadata.join(',') },
  })
  // It arrived before, and the phone did not hear of it.
  if (reply.status === 409) return 'there'
  const place = reply.headers.get('location')
  if (!reply.ok || place === null) throw await problemOf(reply)
  // The path alone: behind a proxy, the server may not know how it is called.
  return new URL(place, window.location.origin).pathname
}

async function sendPiece(api: Api, url: string, blob: Blob, offset: number): Promise<number> {
  const piece = blob.slice(offset, offset + pieceBytes)
  const { reply } = await api.raw('PATCH', url, {
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: piece,
  })
  if (reply.status === 409) return (await offsetOf(api, url)) ?? Promise.reject(new ApiError('busy', 409))
  if (!reply.ok) throw await problemOf(reply)
  return Number(reply.headers.get('upload-offset'))
}

import type { Fix, Photo } from '#domain/road/entry.ts'
import { fittedSize } from '#web/lib/pictures/fitted-size.ts'
import type { KeptPhoto } from '../store/database.ts'

/** What the file that a camera or a person gave cannot be read as. */
export class NoPhoto extends Error {}

/** A photo as its entry names it, and what is kept of it until it was sent. */
export type TakenPhoto = { photo: Photo; kept: Pick<KeptPhoto, 'id' | 'blob' | 'original'> }

const quality = 0.8
/** No camera of a phone writes more. The server takes no more either. */
const largestOriginal = 40_000_000
const kindsOfOriginals = ['image/jpeg', 'image/png', 'image/webp']

type How = {
  fix: Fix | null
  /** Whether to keep it as it was taken, besides the smaller one. */
  keepOriginal: boolean
  now: number
}

/**
 * Shrinks a photo on the phone, upright, and without what cameras write into files: the place and the time are in the signed
 * entry.
 * @throws NoPhoto if it is not a picture that this browser can read
 */
export async function takePhoto(file: Blob, how: How): Promise<TakenPhoto> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture || picture.width < 1 || picture.height < 1) throw new NoPhoto()
  const size = fittedSize(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')!
  // What is transparent in a picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(picture, 0, 0, size.width, size.height)
  picture.close()
  const blob = await blobOf(canvas, 'image/jpeg')
  const original = how.keepOriginal && canKeep(file) ? file : null
  return photoOf({ blob, original, size }, how)
}

/** Any picture that was drawn or shrunk, with its hashes. */
export async function photoOf(
  { blob, original, size }: { blob: Blob; original: Blob | null; size: { width: number; height: number } },
  { fix, now }: Pick<How, 'fix' | 'now'>,
): Promise<TakenPhoto> {
  const id = crypto.randomUUID()
  const photo: Photo = {
    id,
    sha256: await sha256Of(blob),
    bytes: blob.size,
    media_type: blob.type as Photo['media_type'],
    ...size,
    taken_at: new Date(now).toISOString(),
    fix,
    original: original && { sha256: await sha256Of(original), bytes: original.size },
  }
  return { photo, kept: { id, blob, original } }
}

const canKeep = ({ size, type }: Blob) => size > 0 && size <= largestOriginal && kindsOfOriginals.includes(type)

export async function blobOf(canvas: HTMLCanvasElement, type: 'image/jpeg' | 'image/png'): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new NoPhoto()
  return blob
}

async function sha256Of(blob: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { fittedSize } from './fitted-size.ts'

/** What somebody chose is not a picture that this browser can read. */
export class NoPicture extends Error {
  constructor() {
    super('This is not a picture that can be sent. Choose a JPEG, PNG or WebP file.')
  }
}

type How = { longest: number; type: 'image/jpeg' | 'image/png' }

/**
 * Makes a picture smaller, upright, and without what cameras write into files.
 * @throws NoPicture
 */
export async function shrink(file: Blob, { longest, type }: How): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture || picture.width < 1 || picture.height < 1) throw new NoPicture()
  const size = fittedSize(picture.width, picture.height, longest)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')!
  if (type === 'image/jpeg') {
    // What is transparent would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
  }
  context.drawImage(picture, 0, 0, size.width, size.height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85))
  if (!blob) throw new NoPicture()
  return blob
}

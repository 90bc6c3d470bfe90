import { inflateSync } from 'node:zlib'

const signature = '89504e470d0a1a0a'
/** About what a page shows; phones send far smaller ones. */
const mostPixels = 5_000_000
/** For each pixel: four colors of two bytes. */
const mostBytesOfPixel = 8

/**
 * Whether a picture can be drawn. A PNG is unpacked for that, and a small file may unpack to more than there is memory,
 * whatever size it claims to have. JPEGs are taken as they are.
 */
export function isDrawable(image: Buffer): boolean {
  if (image.subarray(0, 8).toString('hex') !== signature) return true
  if (image.length < 24) return false
  const pixels = image.readUInt32BE(16) * image.readUInt32BE(20)
  if (pixels === 0 || pixels > mostPixels) return false
  try {
    inflateSync(pixelData(image), { maxOutputLength: mostPixels * mostBytesOfPixel })
    return true
  } catch {
    return false
  }
}

/** The parts that hold pixels, in one. */
function pixelData(image: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= image.length;) {
    const length = image.readUInt32BE(at)
    const type = image.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') parts.push(image.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(parts)
}

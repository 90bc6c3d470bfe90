export type PictureSize = { width: number; height: number }

/** The size in pixels that a PNG or JPEG file says it has. Undefined if it says none. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) }
  }
  if (bytes.length >= 4 && view.getUint16(0) === 0xffd8) return jpegSize(view)
  return undefined
}

/** Goes from one segment to the next, to the first that begins an image. */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    // Bytes that only fill.
    if (marker === 0xff) at += 1
    else if (isStartOfImage(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** C4, C8 and CC are tables in the same range. */
const isStartOfImage = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** What one driver shows and the other one reads: which handover, and of which deliveries. */
export type Handover = { entryId: string; deliveryIds: readonly string[] }

const bytesOf = (uuid: string) =>
  uuid
    .replaceAll('-', '')
    .match(/../g)!
    .map((pair) => parseInt(pair, 16))

function uuidOf(bytes: ArrayLike<number>): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The IDs in base64, so that a code with many of them can still be read from a screen. */
export function writeHandoverCode({ entryId, deliveryIds }: Handover): string {
  const bytes = [entryId, ...deliveryIds].flatMap(bytesOf)
  return `KH1.${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`
}

/** What a code says; nothing if it is another one. */
export function readHandoverCode(code: string): Handover | undefined {
  const found = /^KH1\.([\w-]+)$/.exec(code.trim())
  if (!found) return undefined
  try {
    const bytes = Uint8Array.from(atob(found[1]!.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    if (bytes.length < 32 || bytes.length % 16 !== 0) return undefined
    const [entryId, ...deliveryIds] = Array.from({ length: bytes.length / 16 }, (_, at) =>
      uuidOf(bytes.subarray(at * 16, at * 16 + 16)),
    )
    return { entryId: entryId!, deliveryIds }
  } catch {
    return undefined
  }
}

/** The text of a file; `isGuess` if other letters may be meant. */
export type Decoded = { text: string; isGuess: boolean }

/**
 * Reads UTF-8; UTF-16, as Excel saves “Unicode Text”, by its byte order mark; or Windows-1252, as older Excel writes CSV
 * files. Any bytes could be the last one, so it is a guess.
 */
export function decode(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Decoded {
  const [one, two] = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (one === 0xff && two === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), isGuess: false }
  if (one === 0xfe && two === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), isGuess: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuess: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuess: true }
  }
}

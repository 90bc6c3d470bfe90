/** What a file says, and what one should know about how it was read. */
export type DecodedText = { text: string; note?: string }

const wasGuessed =
  'The file does not say how its letters are written. It was read as Windows-1252: look at names with accents before you import.'

/**
 * Reads text in UTF-8 or UTF-16, with or without a byte order mark, or else in Windows-1252 as older Excel writes it. UTF-8 with
 * a few broken letters stays UTF-8: in Windows-1252, all other accents would be wrong.
 */
export function decodeText(bytes: ArrayBuffer): DecodedText {
  const wide = wideEncodingOf(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 4)))
  if (wide) return { text: new TextDecoder(wide).decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return decodeBroken(bytes)
  }
}

/** Two bytes a letter: by the mark at the beginning, or by the empty byte beside a first plain letter. */
function wideEncodingOf([one = 0, two = 0]: Uint8Array): string | undefined {
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  if (one !== 0 && two === 0) return 'utf-16le'
  return one === 0 && two !== 0 ? 'utf-16be' : undefined
}

function decodeBroken(bytes: ArrayBuffer): DecodedText {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.split('\ufffd').length - 1
  const whole = text.replace(/[^\u0080-\ufffc]/g, '').length
  if (whole <= broken) return { text: new TextDecoder('windows-1252').decode(bytes), note: wasGuessed }
  const what = broken === 1 ? 'One letter' : `${broken.toLocaleString('en')} letters`
  return { text, note: `${what} of the file cannot be read and ${broken === 1 ? 'is' : 'are'} shown as \ufffd.` }
}

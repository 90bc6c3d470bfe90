import { fileTypeFromBuffer } from 'file-type'

/** How many bytes from the beginning tell the type. */
export const sniffedBytes = 4100

/** Types of formats that browsers run or render, as they begin after blanks and comments. */
const markup: [RegExp, string][] = [
  [/^(<\?xml[^>]*>\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/i, 'image/svg+xml'],
  [
    /^(<\?xml[^>]*>\s*)?(<!doctype html|<(html|head|body|script|iframe|style|title|table|h1|div|br|p|a|img)[\s/>])/i,
    'text/html',
  ],
  [/^<\?xml[\s>]/i, 'application/xml'],
]

/**
 * The type that content shows by its first bytes, whatever its name or sender says. Undefined if it shows none.
 * Text is `text/plain` unless a browser would take it for markup.
 */
export async function sniff(head: Uint8Array): Promise<string | undefined> {
  if (head.length === 0) return undefined
  const start = head.subarray(0, sniffedBytes)
  const text = textOf(start)
  // Text first: the signatures are for binary formats, and some are short words.
  if (text === undefined) return (await fileTypeFromBuffer(start))?.mime
  const shown = text.replace(/^(\s|<!--[\s\S]*?-->)+/, '')
  if (shown.startsWith('%PDF-')) return 'application/pdf'
  return markup.find(([beginning]) => beginning.test(shown))?.[1] ?? 'text/plain'
}

/** The text, or undefined if these are no bytes of text. A character that is cut off at the end does not count. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d)) {
    return utf16Of(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function utf16Of(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes, { stream: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes, { stream: true })
  return undefined
}

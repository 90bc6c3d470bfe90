/** The basic characters of GSM 03.38, each a septet. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Those of its extension table, each an escape and a septet. */
const extended = '\f^{}\\[~]|€'

const septets = new Map<string, number>([...basic].map((character) => [character, 1]))
for (const character of extended) septets.set(character, 2)

export type Segments = {
  encoding: 'GSM-7' | 'UCS-2'
  /** Septets, or 16-bit units. */
  units: number
  /** How many texts are paid for. */
  segments: number
  /** Characters for which the whole text has to be UCS-2, at most ten. */
  unusual: string[]
}

/**
 * How a text is split (3GPP TS 23.038 and 23.040): 160 septets, or 153 in each of several parts; with one character outside
 * of GSM-7, 70 units of UTF-16, or 67. A character of two units is never split between two parts.
 */
export function countSegments(text: string): Segments {
  const characters = [...text]
  const unusual = [...new Set(characters.filter((character) => !septets.has(character)))]
  if (unusual.length)
    return {
      encoding: 'UCS-2',
      ...split(characters, (character) => character.length, 70, 67),
      unusual: unusual.slice(0, 10),
    }
  return { encoding: 'GSM-7', ...split(characters, (character) => septets.get(character)!, 160, 153), unusual }
}

function split(characters: string[], sizeOf: (character: string) => number, alone: number, joined: number) {
  const units = characters.reduce((sum, character) => sum + sizeOf(character), 0)
  if (units <= alone) return { units, segments: units ? 1 : 0 }
  let segments = 1
  let used = 0
  for (const character of characters) {
    const size = sizeOf(character)
    if (used + size > joined) {
      segments += 1
      used = 0
    }
    used += size
  }
  return { units, segments }
}

/** Characters that phones write by themselves, and that cost as much as a second text. */
const plain: [RegExp, string][] = [
  [/[‘’‚ʼ′]/g, "'"],
  [/[“”„″]/g, '"'],
  [/[–—‐‑−]/g, '-'],
  [/…/g, '...'],
  [/[\u00a0\u2009\u202f]/g, ' '],
  [/•/g, '*'],
]

/** The same text with plain quotes, dashes and spaces, if that makes it GSM-7; otherwise as it is. */
export function toPlain(text: string): string {
  const changed = plain.reduce((said, [from, to]) => said.replace(from, to), text)
  return countSegments(changed).encoding === 'GSM-7' ? changed : text
}

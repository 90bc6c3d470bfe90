/** A house number in its parts: `12-14b` is from 12 to 14, with the letter b. */
type HouseNumber = { from: number; to: number; letter: string }

const pattern = /^(\d{1,5})([a-z]?)(?:-(\d{1,5})([a-z]?))?(?:\/(\d{1,4})([a-z]?))?$/

/** A house number in one spelling: lowercase, without spaces, with plain digits and hyphens. */
export function normalHouseNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐-―−]/g, '-')
    .replace(/^(no|nr|nomor|number|#)[.\s]*/, '')
    .replace(/(?<=\d)\s+(?=[a-z]$)/, '')
    .replace(/\s*([-/])\s*/g, '$1')
    .trim()
}

/**
 * The house numbers that an address may contain, in one spelling. Every number that could be one counts, except the
 * postcode: a number of five or six digits that nothing marks as a house number.
 */
export function houseNumbersIn(address: string): string[] {
  const plain = address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐-―−]/g, '-')
    .replace(/(?<=\d)\s*([-/])\s*(?=\d)/g, '$1')
    .replace(/(?<=\b\d{1,4}) (?=[a-z]\b)/g, '')
  const words = plain.split(/[^\p{L}\p{N}/-]+/u).filter((word) => pattern.test(word))
  return [...new Set(words.filter((word) => !/^\d{5,6}$/.test(word)))]
}

/** How well a found house number fits a wanted one. A part of the same building is the same; a letter apart is near. */
export function compareHouseNumbers(wanted: string, found: string): 'same' | 'near' | 'different' {
  const [a, b] = [read(normalHouseNumber(wanted)), read(normalHouseNumber(found))]
  if (!a || !b) return normalHouseNumber(wanted) === normalHouseNumber(found) ? 'same' : 'different'
  const overlaps = a.from <= b.to && b.from <= a.to
  if (overlaps) return a.letter === b.letter || a.from !== a.to || b.from !== b.to ? 'same' : 'near'
  // Four numbers further is about two doors down the same side of the street.
  return Math.min(Math.abs(a.from - b.to), Math.abs(b.from - a.to)) <= 4 ? 'near' : 'different'
}

function read(text: string): HouseNumber | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const from = Number(match[1])
  const to = match[3] === undefined ? from : Number(match[3])
  return { from: Math.min(from, to), to: Math.max(from, to), letter: match[2] || match[4] || '' }
}

import { isOnGlobe, formatPosition } from './coordinates.ts'
import { longestAddress, type Position } from './route-stop.ts'
import { sampleAt } from './suggestions.ts'

export type PastedStop = { address: string; position?: Position }
/** A line that is not a stop: its number, starting at 1, its text and the reason. */
export type PasteProblem = { line: number; text: string; message: string }
type PastedList = { stops: PastedStop[]; problems: PasteProblem[] }

/**
 * Reads a list with one stop per line: an address, an address with its position, or a position. Fields are separated by
 * tabs, semicolons or commas. Every nonblank line ends up in either the stops or the problems.
 * @param room how many more stops fit
 * @param present what is already on the list, to detect duplicates
 */
export function readPastedList(text: string, room: number, present: readonly PastedStop[] = []): PastedList {
  const stops: PastedStop[] = []
  const problems: PasteProblem[] = []
  const known = new Set(present.map(keyOf))
  for (const [index, raw] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    const refuse = (message: string) => problems.push({ line: index + 1, text: raw, message })
    const line = withoutControls(raw)
    if (line === '' || (index === 0 && isHeader(line))) continue
    const read = readLine(line)
    if (typeof read === 'string') refuse(read)
    else if (known.has(keyOf(read))) refuse('This stop is already on the list.')
    else if (stops.length >= room) refuse('The list is full.')
    else {
      known.add(keyOf(read))
      stops.push(read)
    }
  }
  return { stops, problems }
}

/** Parses a line into a stop, or returns what is wrong with it. */
function readLine(line: string): PastedStop | string {
  const fields = fieldsOf(line)
  const pair = positionAtEnd(fields)
  const address = (pair ? fields.slice(0, -2) : fields).join(', ').trim()
  if (address.length > longestAddress) return `An address can have at most ${longestAddress} characters.`
  if (!pair) return address === '' ? 'This line has no address.' : placed(address)
  if (!isOnGlobe(pair)) return sayOffGlobe(pair)
  return { address: address || formatPosition(pair), position: pair }
}

function placed(address: string): PastedStop {
  const position = sampleAt(address)?.position
  return position ? { address, position } : { address }
}

function sayOffGlobe({ lat, lng }: Position): string {
  if (Math.abs(lat) > 90 && Math.abs(lat) <= 180 && Math.abs(lng) <= 90)
    return `${lat} is not a latitude. Latitude comes first, then longitude.`
  return 'Latitude must be between -90 and 90, and longitude between -180 and 180.'
}

/** Splits at tabs if there are any, else at semicolons, else at commas. Quotes protect the commas in a field. */
function fieldsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((mark) => line.includes(mark)) ?? ','
  const hasDecimalCommas = separator !== ','
  const fields = line.match(separator === ',' ? /"(?:[^"]|"")*"|[^,]+/g : /[^\t;]+/g) ?? []
  return fields
    .map((field) =>
      field
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"')
        .trim(),
    )
    .filter(Boolean)
    .map((field) => (hasDecimalCommas && /^[+-]?\d{1,3},\d+$/.test(field) ? field.replace(',', '.') : field))
}

const degrees = /^[+-]?\d{1,3}(?:\.\d+)?$/

/**
 * The position in the last two fields. After an address, both need decimals: in "Jl. Melati, 5, 12", the numbers are a
 * house and a block, and reading them as degrees would silently put the stop in the wrong place.
 */
function positionAtEnd(fields: string[]): Position | undefined {
  const last = fields.slice(-2)
  if (last.length < 2 || !last.every((field) => degrees.test(field))) return undefined
  if (fields.length > 2 && !last.every((field) => field.includes('.'))) return undefined
  return { lat: Number(last[0]), lng: Number(last[1]) }
}

const isHeader = (line: string) => /\blat(itude)?\b/i.test(line) && /\b(lng|lon|long|longitude)\b/i.test(line)

/** Control characters and direction marks don't belong in an address. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '').trim()
}

const keyOf = ({ address, position }: PastedStop) =>
  `${address.toLowerCase().replace(/\s+/g, ' ').trim()}|${position ? formatPosition(position) : ''}`

import { isOnGlobe, formatPosition } from './coordinates.ts'
import { longestAddress, type Position } from './route-stop.ts'
import { sampleAt } from './suggestions.ts'

export type PastedStop = { address: string; position?: Position }
/** A line that became no stop: its number from 1, its text as pasted, and why. */
export type PasteProblem = { line: number; text: string; message: string }
type PastedList = { stops: PastedStop[]; problems: PasteProblem[] }

/**
 * Reads a list of stops, one a line: an address, an address with its position, or a position. Fields are parted by tabs,
 * semicolons or commas. Every line that is not blank ends either among the stops or among the problems.
 * @param room how many stops there is still room for
 * @param present what is on the list already, and so would be there twice
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
    else if (known.has(keyOf(read))) refuse('This stop is on the list already.')
    else if (stops.length >= room) refuse('The list is full.')
    else {
      known.add(keyOf(read))
      stops.push(read)
    }
  }
  return { stops, problems }
}

/** One line as a stop, or the sentence that says what is wrong with it. */
function readLine(line: string): PastedStop | string {
  const fields = fieldsOf(line)
  const pair = positionAtEnd(fields)
  const address = (pair ? fields.slice(0, -2) : fields).join(', ').trim()
  if (address.length > longestAddress) return `An address has at most ${longestAddress} characters.`
  if (!pair) return address === '' ? 'There is no address on this line.' : placed(address)
  if (!isOnGlobe(pair)) return sayOffGlobe(pair)
  return { address: address || formatPosition(pair), position: pair }
}

function placed(address: string): PastedStop {
  const position = sampleAt(address)?.position
  return position ? { address, position } : { address }
}

function sayOffGlobe({ lat, lng }: Position): string {
  if (Math.abs(lat) > 90 && Math.abs(lat) <= 180 && Math.abs(lng) <= 90)
    return `${lat} is no latitude: latitude comes first, then longitude.`
  return 'Latitude goes from -90 to 90 and longitude from -180 to 180.'
}

/** Tabs part fields before semicolons do, and those before commas; quotes around a field keep its commas together. */
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
 * The position in the last two fields. After an address both must have decimals: in "Jl. Melati, 5, 12" the numbers are
 * a house and a block, and reading them as degrees would put the stop somewhere silently wrong.
 */
function positionAtEnd(fields: string[]): Position | undefined {
  const last = fields.slice(-2)
  if (last.length < 2 || !last.every((field) => degrees.test(field))) return undefined
  if (fields.length > 2 && !last.every((field) => field.includes('.'))) return undefined
  return { lat: Number(last[0]), lng: Number(last[1]) }
}

const isHeader = (line: string) => /\blat(itude)?\b/i.test(line) && /\b(lng|lon|long|longitude)\b/i.test(line)

/** Control characters, and marks that turn the direction of what follows, have no place in an address. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '').trim()
}

const keyOf = ({ address, position }: PastedStop) =>
  `${address.toLowerCase().replace(/\s+/g, ' ').trim()}|${position ? formatPosition(position) : ''}`

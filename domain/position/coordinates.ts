/** Two numbers that may be a place. Which one is the latitude is known only if a letter or a name says so. */
export type Pair = { first: number; second: number; order: 'lat-lng' | 'lng-lat' | 'unknown' }

const decimal = String.raw`[-+]?\d+(?:\.\d+)?`
const commaDecimal = String.raw`[-+]?\d+,\d+`
const withDots = new RegExp(String.raw`^(${decimal})(?:\s*[,;|/]\s*|\s+)(${decimal})$`)
const withCommas = new RegExp(String.raw`^(${commaDecimal})(?:\s*[;|/]\s*|,\s+|\s+)(${commaDecimal})$`)
const named = new RegExp(
  String.raw`^(lat|lng|lon|long)\w*["']?\s*[:=]?\s*(${decimal})\s*[,;&|]?\s*["']?(lat|lng|lon|long)\w*["']?\s*[:=]?\s*(${decimal})$`,
  'i',
)

/** Reads coordinates as maps, phones and spreadsheets write them: decimal, with decimal commas, or in degrees, minutes and seconds. */
export function readCoordinates(text: string): Pair | undefined {
  const plain = normalized(text)
  return readNamed(plain) ?? readDecimal(plain) ?? readDegrees(plain)
}

/** One spelling of signs, spaces and marks, without brackets around. */
function normalized(text: string): string {
  return text
    .replace(/[\u2212\u2013\u2014\u2010\u2011]/g, '-')
    .replace(/[\u00ba\u02da]/g, '°')
    .replace(/[\u2032\u2019\u2018\u00b4`]/g, "'")
    .replace(/[\u2033\u201d\u201c]|''/g, '"')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/^[\s([{]+|[\s)\]}.,;]+$/g, '')
    .trim()
}

function readDecimal(text: string): Pair | undefined {
  const dots = withDots.exec(text)
  if (dots) return { first: Number(dots[1]), second: Number(dots[2]), order: 'unknown' }
  const commas = withCommas.exec(text)
  if (!commas) return undefined
  const [first, second] = [commas[1]!, commas[2]!].map((each) => Number(each.replace(',', '.')))
  return { first: first!, second: second!, order: 'unknown' }
}

function readNamed(text: string): Pair | undefined {
  const match = named.exec(text.replace(/^["']/, ''))
  if (!match) return undefined
  const isLat = [match[1]!, match[3]!].map((name) => /^lat/i.test(name))
  if (isLat[0] === isLat[1]) return undefined
  return { first: Number(match[2]), second: Number(match[4]), order: isLat[0] ? 'lat-lng' : 'lng-lat' }
}

/** Letters of the compass, and the Indonesian ones: lintang utara and selatan, bujur timur and barat. */
const letters: Record<string, string> = { LU: 'N', LS: 'S', BT: 'E', BB: 'W' }

function readDegrees(text: string): Pair | undefined {
  const compass = text
    .toUpperCase()
    .replace(/(^|[^A-Z])(LU|LS|BT|BB)(?![A-Z])/g, (_, before: string, word: string) => before + letters[word]!)
    .replace(/\s*([NSEW])\s*/g, '$1')
  const halves =
    /^(.+?[NS])[,;\s]*(.+?[EW])$/.exec(compass) ??
    /^(.+?[EW])[,;\s]*(.+?[NS])$/.exec(compass) ??
    /^([NS].+?)[,;\s]*([EW].+)$/.exec(compass) ??
    /^([EW].+?)[,;\s]*([NS].+)$/.exec(compass) ??
    /^([^NSEW°]+°[^°]*?)(?:[,;]\s*|\s+)([-+]?\d+(?:[.,]\d+)?°[^NSEW°]*)$/.exec(compass)
  if (!halves) return undefined
  const [first, second] = [angleOf(halves[1]!), angleOf(halves[2]!)]
  if (first === undefined || second === undefined) return undefined
  const order = /[NS]/.test(halves[1]!) ? 'lat-lng' : /[EW]/.test(halves[1]!) ? 'lng-lat' : 'unknown'
  return { first, second, order }
}

const angle = /^([-+])?(\d+(?:[.,]\d+)?)°? ?(?:(\d+(?:[.,]\d+)?)'? ?(?:(\d+(?:[.,]\d+)?)"?)?)?$/

/** `6°12'31.7"S`, `6 12 31.7 S`, `S6.2088°` in degrees. */
function angleOf(text: string): number | undefined {
  const letter = /[NSEW]/.exec(text)?.[0]
  const match = angle.exec(text.replace(/[NSEW]/g, '').trim())
  if (!match) return undefined
  const [degrees = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part) => part && Number(part.replace(',', '.'))) as (number | undefined)[]
  const isWhole = Number.isInteger(degrees) || match[3] === undefined
  if (minutes >= 60 || seconds >= 60 || !isWhole || (match[4] && !Number.isInteger(minutes))) return undefined
  const size = degrees + minutes / 60 + seconds / 3600
  return match[1] === '-' || letter === 'S' || letter === 'W' ? -size : size
}

import { compareScalars } from './compare-scalars.ts'
import type { Listed, Shape, Side } from './contract.ts'
import { isOne } from './json.ts'

/** Named shapes of both contracts, and which of them have been compared for which side. */
export type Known = { before: Record<string, Shape>; after: Record<string, Shape>; seen: Set<string> }

/** `of` says where in the contract. */
export type Place = { known: Known; of: string; side: Side }

type Fields = Record<string, Shape>

/** What of a shape a program can no longer send, or rely on in what it reads. */
export function compareShapes(before: Shape, after: Shape, place: Place): string[] {
  if (isNamed(before) || isNamed(after)) return compareNamed(before, after, place)
  if (JSON.stringify(before) === JSON.stringify(after) && !/"#/.test(JSON.stringify(before))) return []
  const [was, is] = [alternatives(before), alternatives(after)]
  if (was.length > 1 || is.length > 1) return compareAlternatives(was, is, place)
  return compareSingle(was[0]!, is[0]!, place)
}

const isNamed = (shape: Shape) => typeof shape === 'string' && shape.startsWith('#')
const isList = (shape: Shape): shape is [Shape, string?] => Array.isArray(shape)
const listed = (shape: Shape): Listed => (typeof shape === 'object' && !isList(shape) ? (shape as Listed) : {})
const alternatives = (shape: Shape): Shape[] => listed(shape)['|'] ?? [shape]

/** A named shape is compared once for each side, under its own name. */
function compareNamed(before: Shape, after: Shape, place: Place): string[] {
  const { known, side } = place
  const pair = `${side} ${JSON.stringify([before, after])}`
  if (known.seen.has(pair)) return []
  known.seen.add(pair)
  const isSame = before === after
  const of = isSame ? `${(before as string).slice(1)} (in a ${side})` : place.of
  return compareShapes(resolve(before, known.before), resolve(after, known.after), { ...place, of })
}

function resolve(shape: Shape, names: Record<string, Shape>): Shape {
  if (!isNamed(shape)) return shape
  const named = names[(shape as string).slice(1)]
  if (named === undefined) throw new Error(`${shape as string} is not in the contract`)
  return named
}

function compareSingle(before: Shape, after: Shape, place: Place): string[] {
  const [values, parts] = [listed(before)['='], listed(before)['&']]
  const [newValues, newParts] = [listed(after)['='], listed(after)['&']]
  if (values || newValues) return compareValues(before, after, place)
  if (parts && newParts && parts.length === newParts.length)
    return parts.flatMap((part, index) => compareShapes(part, newParts[index]!, place))
  if (isList(before) && isList(after))
    return [
      ...compareScalars(`items ${before[1] ?? ''}`.trim(), `items ${after[1] ?? ''}`.trim(), place),
      ...compareShapes(before[0], after[0], { ...place, of: `${place.of}[]` }),
    ]
  if (isFields(before) && isFields(after)) return compareFields(before, after, place)
  if (typeof before === 'string' && typeof after === 'string') return compareScalars(before, after, place)
  return [`${place.of} was ${told(before)}, and is ${told(after)} now.`]
}

const isFields = (shape: Shape): shape is Fields =>
  typeof shape === 'object' && !isList(shape) && !('=' in shape || '|' in shape || '&' in shape)

/** A reply may have values that are new: programs are told to expect them. */
function compareValues(before: Shape, after: Shape, { of, side }: Place): string[] {
  const [values, newValues] = [listed(before)['='], listed(after)['=']]
  if (side === 'reply') return newValues ? [] : [`${of} was one of a few values, and is ${told(after)} now.`]
  if (!newValues) return isWide(after) ? [] : [`${of} no longer takes ${told(before)}.`]
  if (!values) return [`${of} now takes only ${told(after)}.`]
  const gone = values.filter((value) => !newValues.includes(value))
  return gone.map((value) => `${of} no longer takes the value ${JSON.stringify(value)}.`)
}

const isWide = (shape: Shape) =>
  typeof shape === 'string' && /^(string|anything)$/.test(shape.replace(/ \d*\.\.\d*$/, ''))

function compareFields(before: Fields, after: Fields, place: Place): string[] {
  const { of, side } = place
  const find = (fields: Fields, name: string) => fields[name] ?? fields[`${name}?`]
  const isOptional = (fields: Fields, name: string) => !(name in fields)
  const names = Object.keys(before).map((key) => key.replace(/\?$/, ''))
  const known = names.flatMap((name) => {
    const now = find(after, name)
    if (now === undefined) return [`${of}: \`${name}\` is gone.`]
    const changed = isOptional(before, name) !== isOptional(after, name)
    const isWorse = changed && isOptional(after, name) === (side === 'reply')
    const sentence = side === 'reply' ? 'may be missing now' : 'is required now'
    return [
      ...(isWorse ? [`${of}: \`${name}\` ${sentence}.`] : []),
      ...compareShapes(find(before, name)!, now, { ...place, of: `${of}: ${name}` }),
    ]
  })
  const required = Object.keys(after).filter((key) => !/\?$|^\*$/.test(key) && find(before, key) === undefined)
  return [...known, ...(side === 'request' ? required.map((name) => `${of}: \`${name}\` is new, and required.`) : [])]
}

/** Each alternative of before needs a fitting one. One more is a surprise in a reply, unless it is one more kind of object. */
function compareAlternatives(was: Shape[], is: Shape[], place: Place): string[] {
  const quiet = (): Place => ({ ...place, known: { ...place.known, seen: new Set(place.known.seen) } })
  const fits = (one: Shape, other: Shape) => compareShapes(one, other, quiet()).length === 0
  const isNull = (shape: Shape) => shape === 'null'
  const lost = was
    .filter((shape) => !(isNull(shape) && place.side === 'reply') && !is.some((now) => fits(shape, now)))
    .flatMap((shape) => {
      const like = is.filter((now) => !isNull(now) && kind(now) === kind(shape))
      return isOne(like) ? compareShapes(shape, like[0]!, place) : [`${place.of} ${lostSentence(place, shape)}`]
    })
  if (place.side === 'request') return lost
  const surprises = is.filter((now) => kind(now) !== 'object' && !was.some((shape) => kind(shape) === kind(now)))
  return [...lost, ...surprises.map((shape) => `${place.of} may be ${told(shape)} now.`)]
}

const lostSentence = ({ side }: Place, shape: Shape) =>
  side === 'reply' ? `is no longer ${told(shape)}.` : `no longer takes ${told(shape)}.`

function kind(shape: Shape): string {
  if (isNamed(shape)) return 'object'
  if (typeof shape === 'string') return shape.split(' ')[0]!
  return isList(shape) ? 'array' : '=' in shape ? 'string' : 'object'
}

function told(shape: Shape): string {
  if (typeof shape === 'string') return shape
  const values = listed(shape)['=']
  if (values) return values.map((value) => JSON.stringify(value)).join(', ')
  return isList(shape) ? 'a list' : 'an object'
}

import { RestError } from '../protocol/errors.ts'

/** How an answer is written. */
export type Format = { kind: 'json' | 'object' | 'csv' | 'text' | 'bytes' | 'openapi'; stripsNulls: boolean }

const kinds: Record<string, Format['kind']> = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  'application/vnd.pgrst.array': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'application/vnd.pgrst.object': 'object',
  'application/vnd.pgrst.object+json': 'object',
  'application/openapi+json': 'openapi',
  'text/csv': 'csv',
  'text/plain': 'text',
  'text/*': 'csv',
  'application/octet-stream': 'bytes',
}

/**
 * The first format of the header `Accept` that there is.
 * @param offered the kinds that this answer can have
 * @throws RestError PGRST107
 */
export function parseAccept(header: string | undefined, offered: Format['kind'][] = ['json', 'object', 'csv']): Format {
  const wanted = (header ?? '*/*')
    .split(',')
    .map(readType)
    .filter(({ type }) => type)
  const ranked = wanted.toSorted((one, other) => other.weight - one.weight)
  for (const { type, stripsNulls } of ranked) {
    const kind = kinds[type]
    if (kind && offered.includes(kind)) return { kind, stripsNulls }
  }
  const types = wanted.map(({ text }) => text).join(', ')
  throw new RestError('PGRST107', `None of these media types are available: ${types.slice(0, 500)}`)
}

function readType(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
  return {
    text: text.trim(),
    type: type.toLowerCase(),
    stripsNulls: parameters.includes('nulls=stripped'),
    weight: Number.isNaN(weight) ? 1 : weight,
  }
}

/** The header `Content-Type` of an answer. */
export function contentTypeOf({ kind, stripsNulls }: Format): string {
  const stripped = stripsNulls ? ';nulls=stripped' : ''
  return {
    json: stripsNulls
      ? `application/vnd.pgrst.array+json${stripped}; charset=utf-8`
      : 'application/json; charset=utf-8',
    object: `application/vnd.pgrst.object+json${stripped}; charset=utf-8`,
    openapi: 'application/openapi+json; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    text: 'text/plain; charset=utf-8',
    bytes: 'application/octet-stream',
  }[kind]
}

import { isOne, type Json } from './json.ts'

/*
 * The public contract of `/v1`: what a program relies on, and nothing else of the OpenAPI document. It is short enough
 * for a person to review its changes.
 */

/**
 * What a value looks like. A string is a scalar (`string uuid`, `integer 0..100`) or a named shape (`#Delivery`); an array
 * holds the shape of its items, and how many there may be; an object has a shape for each field, of which those that end
 * in `?` may be missing, and `*` stands for any other. `=` lists the possible values, `|` the alternatives, `&` parts that
 * all hold.
 */
export type Shape = string | [Shape, string?] | { [field: string]: Shape } | Listed
export type Listed = { '='?: unknown[]; '|'?: Shape[]; '&'?: Shape[] }

/** A program sends a request and reads a reply. */
export type Side = 'request' | 'reply'

export type Operation = {
  /** Who may call: scopes of API keys, `session`, or nobody in particular. */
  callers: string[]
  query?: Record<string, Shape>
  headers?: Record<string, Shape>
  body?: Shape
  /** By status, the shape of the reply, or its media type if that is not JSON. */
  replies: Record<string, Shape>
  /** The day from which on it may be gone. */
  sunset?: string
}

export type Contract = { operations: Record<string, Operation>; shapes: Record<string, Shape> }

/** The contract in an OpenAPI document. */
export function contractOf(document: Json): Contract {
  const { paths, components } = document as { paths: Record<string, Record<string, Json>>; components: Json }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operationOf(operation)]),
  )
  const shapes = Object.entries(components.schemas as Record<string, Json>).map(([name, schema]) => [
    name,
    shapeOf(schema),
  ])
  return {
    operations: Object.fromEntries(operations.toSorted(byName)),
    shapes: Object.fromEntries(shapes.toSorted(byName)),
  }
}

const byName = (one: unknown[], other: unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1)

function operationOf(operation: Json): Operation {
  const { security, parameters, requestBody, responses } = operation as Record<
    'security' | 'parameters' | 'requestBody' | 'responses',
    unknown
  >
  const place = (wanted: string) =>
    (parameters as Json[])
      .filter((each) => each.in === wanted)
      .map(({ name, required, schema }) => [`${name as string}${required ? '' : '?'}`, shapeOf(schema as Json)])
  const [query, headers] = [place('query'), place('header')]
  const replies = Object.entries(responses as Record<string, Json>).filter(([status]) => status !== 'default')
  return {
    callers: (security as Record<string, string[]>[]).flatMap((each) =>
      Object.entries(each).map(([name, scopes]) => scopes[0] ?? name),
    ),
    ...(query.length && { query: Object.fromEntries(query) }),
    ...(headers.length && { headers: Object.fromEntries(headers) }),
    ...(requestBody !== undefined && { body: contentOf(requestBody as Json) }),
    replies: Object.fromEntries(replies.map(([status, reply]) => [status, contentOf(reply)])),
    ...(operation['x-sunset'] !== undefined && { sunset: operation['x-sunset'] as string }),
  } as Operation
}

function contentOf({ content }: Json): Shape {
  const [[media, { schema }] = ['', {}]] = Object.entries((content ?? {}) as Record<string, Json>)
  if (!media) return 'nothing'
  return media.includes('json') && schema ? shapeOf(schema as Json) : media
}

const keptInRef = (schema: Json) => (schema.$ref as string).replace('#/components/schemas/', '#')

/** The shape of a JSON schema as zod writes it. */
export function shapeOf(schema: Json): Shape {
  if (schema.$ref !== undefined) return keptInRef(schema)
  if (schema.enum !== undefined) return { '=': schema.enum as unknown[] }
  if (schema.const !== undefined) return { '=': [schema.const] }
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (alternatives) return isOne(alternatives) ? shapeOf(alternatives[0]!) : { '|': alternatives.map(shapeOf) }
  if (schema.allOf !== undefined) return { '&': (schema.allOf as Json[]).map(shapeOf) }
  if (Array.isArray(schema.type)) return { '|': schema.type.map((type) => shapeOf({ ...schema, type })) }
  if (schema.type === 'array') return arrayOf(schema)
  if (schema.type === 'object') return objectOf(schema)
  return scalarOf(schema)
}

function arrayOf(schema: Json): Shape {
  const length = range(schema.minItems, schema.maxItems)
  const items = schema.prefixItems
    ? { '&': (schema.prefixItems as Json[]).map(shapeOf) }
    : shapeOf((schema.items ?? {}) as Json)
  return length ? [items, length] : [items]
}

function objectOf({ properties = {}, required = [], additionalProperties }: Json): Shape {
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => [
    (required as string[]).includes(name) ? name : `${name}?`,
    shapeOf(field),
  ])
  const others = isSchema(additionalProperties) ? [['*', shapeOf(additionalProperties)]] : []
  return Object.fromEntries([...fields, ...others])
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null

function scalarOf({ type, format, pattern, ...limits }: Json): string {
  const min = limits.minLength ?? limits.minimum ?? limits.exclusiveMinimum
  const max = limits.maxLength ?? limits.maximum ?? limits.exclusiveMaximum
  // A format says what its pattern says.
  const form = format ?? (pattern === undefined ? '' : `/${pattern as string}/`)
  return [type ?? 'anything', range(min, max), form].filter(Boolean).join(' ')
}

/** `1..100`; no limit is told as none, as are the largest whole numbers. */
function range(min: unknown, max: unknown): string {
  const told = (limit: unknown) => (Math.abs(Number(limit ?? Infinity)) >= Number.MAX_SAFE_INTEGER ? '' : String(limit))
  const [least, most] = [told(min), told(max)]
  return least || most ? `${least}..${most}` : ''
}

type Json = Record<string, unknown>

export type Parameter = {
  name: string
  place: 'path' | 'query' | 'header'
  required: boolean
  schema: Json
  description: string
}

/** One operation of an OpenAPI document, in short. */
export type Described = {
  id: string
  tag: string
  method: string
  /** Below `/v1`, with `{name}` parameters. */
  path: string
  summary: string
  parameters: Parameter[]
  body: Json | undefined
  bodyExample: unknown
  reply: Json | undefined
  /** Scopes of which an API key needs one; none if no key may. */
  scopes: string[]
  /** Nobody has to sign in for it. */
  isOpen: boolean
  /** Until when it is kept, if it is deprecated. */
  sunset: string | undefined
  status: string
  /** Of the reply: `json`, another media type, or undefined for none. */
  media: string | undefined
}

/** The operations of an OpenAPI document. */
export function operationsOf(document: Json): Described[] {
  const paths = document.paths as Record<string, Record<string, Json>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(method.toUpperCase(), path, operation)),
  )
}

function describe(method: string, path: string, operation: Json): Described {
  const { operationId, summary, tags, parameters, requestBody, responses } = operation
  const callers = operation.security as { apiKey?: string[] }[]
  const [status, success] = Object.entries(responses as Record<string, Json>).find(([status]) =>
    status.startsWith('2'),
  )!
  const [type, content] = contentOf(success)
  const [, sent] = contentOf((requestBody ?? {}) as Json)
  return {
    id: operationId as string,
    tag: (tags as string[])[0]!,
    method,
    path,
    summary: summary as string,
    parameters: (parameters as Json[]).map(({ name, in: place, required = false, schema, description = '' }) => ({
      name,
      place,
      required,
      schema,
      description,
    })) as Parameter[],
    body: sent?.schema as Json | undefined,
    bodyExample: sent?.example,
    scopes: callers.flatMap(({ apiKey = [] }) => apiKey),
    isOpen: callers.length === 0,
    sunset: operation['x-sunset'] as string | undefined,
    status,
    reply: content?.schema as Json | undefined,
    media: type && (type.includes('json') && !type.includes('jsonl') ? 'json' : type),
  }
}

function contentOf({ content = {} }: Json): [string | undefined, Json | undefined] {
  const [[type, value] = [undefined, undefined]] = Object.entries(content as Record<string, Json>)
  return [type, value]
}

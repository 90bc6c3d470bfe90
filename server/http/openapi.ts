import { stringify } from 'yaml'
import { z } from 'zod'
import { documented } from '#domain/api/documented.ts'
import { errors } from '#domain/errors.ts'
import { isForPersons, needsNoSession, type Deprecation, type Endpoint } from '#domain/api/endpoint.ts'
import { scopesFor } from '#domain/permissions.ts'

type Json = Record<string, unknown>

/** Every path begins with this. */
const base = '/v1'

const securitySchemes: Json = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'karta_live_…',
    description:
      'An API key, for programs, with the scopes that it was given. An operation names the scopes of which it needs one. An owner or admin makes keys on the page API keys.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a member who signed in.',
  },
}

const quotaHeaders: Json = {
  'x-quota-limit': {
    description: 'Requests that the workspace may make with API keys this month, or `unlimited`. Only with an API key.',
    schema: { type: 'string' },
    example: '50000',
  },
  'x-quota-remaining': {
    description: 'How many of them are left, or `unlimited`.',
    schema: { type: 'string' },
    example: '49999',
  },
  'x-quota-reset': { description: 'Seconds until the next month begins.', schema: { type: 'integer' } },
}

const etag: Json = {
  description:
    'The version of the record, for If-Match. After a read it goes on with what tells this answer from others, for If-None-Match.',
  schema: { type: 'string' },
  example: '"7"',
}

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the record as you saw it. If it was changed since, nothing happens, and the reply is status 412 with the record as it is. Without it, or with `*`, the last change wins.',
  schema: { type: 'string' },
  example: '"7"',
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an answer that you have. If nothing has changed, the reply is status 304 without a body.',
  schema: { type: 'string' },
}

const prefer: Json = {
  name: 'Prefer',
  in: 'header',
  description:
    'RFC 7240: `respond-async` answers at once with status 202, `wait=10` waits that many seconds for the answer, at most 30.',
  schema: { type: 'string' },
}

/** The OpenAPI 3.1 description of `endpoints`, as YAML. */
export function openApiYaml(endpoints: Endpoint[], publicUrl: string, version: string): string {
  return writeYaml(openApiDocument(endpoints, publicUrl, version))
}

/** A document as YAML, in which everything is written out where it stands. */
export const writeYaml = (document: Json): string => stringify(document, { aliasDuplicateObjects: false })

/** The OpenAPI 3.1 description of `endpoints`. Schemas with an id become components. */
export function openApiDocument(endpoints: Endpoint[], publicUrl: string, version: string): Json {
  const schemas: Json = {
    Problem: {
      type: 'object',
      description: 'RFC 9457 problem details. Decide by `code`, show `title`, quote `request_id`.',
      required: ['type', 'title', 'status', 'code', 'request_id'],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        code: { type: 'string', enum: Object.keys(errors) },
        request_id: { type: 'string' },
        errors: {
          type: 'array',
          items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
        },
        further_errors: { type: 'integer', description: 'How many more there are, if not all are listed.' },
      },
    },
  }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = pathBelowBase(endpoint.path)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Karta API',
      version,
      description:
        'Plan, dispatch, follow and prove deliveries. Errors are RFC 9457 problem details with a stable `code`. Every reply says in `x-ratelimit-limit`, `x-ratelimit-remaining` and `x-ratelimit-reset` how many requests are left, and in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) what is left of each limit.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl + base }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas,
    },
  }
}

function pathBelowBase(path: string): string {
  if (!path.startsWith(`${base}/`)) throw new Error(`${path} is not below ${base}`)
  return path.slice(base.length).replace(/:(\w+)/g, '{$1}')
}

/** Who may call: API keys with one of these scopes, and members. */
function security({ may }: Endpoint): Json[] {
  if (needsNoSession(may)) return []
  const scopes = isForPersons(may) ? [] : scopesFor(may)
  return [...scopes.map((scope) => ({ apiKey: [scope] })), { session: [] }]
}

function operation(endpoint: Endpoint, schemas: Json): Json {
  const allowed = security(endpoint)
  const { body: sent, example = {} } = { ...endpoint, ...documented[endpoint.id] }
  const body = jsonSchema(sent, 'input', schemas)
  const reply = endpoint.status === 204 ? undefined : jsonSchema(endpoint.reply, 'output', schemas)
  const later = endpoint.later && jsonSchema(endpoint.later, 'output', schemas)
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.deprecated && ending(endpoint.deprecated)),
    security: allowed,
    parameters: [
      ...parameters(endpoint.params, 'path', schemas),
      ...parameters(endpoint.query, 'query', schemas),
      ...(endpoint.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              description: 'The same key and body give the first reply again instead of a second effect.',
              schema: { type: 'string', maxLength: 255 },
            },
          ]
        : []),
      ...(endpoint.record === 'changed' ? [ifMatch] : []),
      ...(isConditional(endpoint) ? [ifNoneMatch] : []),
      ...(later ? [prefer] : []),
    ],
    ...(body && { requestBody: { required: true, content: json(body, example.body) } }),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        ...replyHeaders(endpoint, allowed.length > 1),
        ...(reply && { content: json(reply, example.reply, endpoint.media) }),
      },
      ...(later && {
        202: {
          description: 'It takes longer: where and how to ask for it',
          headers: {
            Location: { description: 'The operation, to be read until it has ended.', schema: { type: 'string' } },
          },
          content: json(later, undefined),
        },
      }),
      ...(isConditional(endpoint) && { 304: { description: 'Nothing has changed', headers: { ETag: etag } } }),
      ...(endpoint.record === 'changed' && { 412: conflict(endpoint, schemas) }),
      default: {
        description: 'A problem',
        headers: {
          'Retry-After': { description: 'Seconds to wait, with status 429 and 503.', schema: { type: 'integer' } },
        },
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** Reads of JSON, except the event log, which waits for something new. */
const isConditional = ({ method, media, query }: Endpoint) => method === 'GET' && !media && !('wait' in query.shape)

function ending({ on, sunset, instead }: Deprecation): Json {
  const description = `Deprecated since ${on}; it may be gone from ${sunset} on. Instead: ${instead}`
  return { deprecated: true, 'x-sunset': sunset, description }
}

function replyHeaders(endpoint: Endpoint, isCounted: boolean): Json {
  const { record, status } = endpoint
  const hasTag = (record && status !== 204) || isConditional(endpoint)
  const headers = { ...(isCounted && quotaHeaders), ...(hasTag && { ETag: etag }) }
  return Object.keys(headers).length ? { headers } : {}
}

/** The reply to somebody who has not seen the record as it is. */
function conflict({ reply, recordIn, status }: Endpoint, schemas: Json): Json {
  const shown = recordIn ? ((reply as z.ZodObject).shape[recordIn] as z.ZodType) : reply
  const current = status === 204 ? { type: 'object' } : jsonSchema(shown, 'output', schemas)
  const properties = {
    current,
    changed_by: { type: 'string', description: 'Who changed it last, if known' },
    changed_at: { type: 'string', format: 'date-time' },
  }
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', required: ['current'], properties }],
  }
  return {
    description: 'The record was changed since; `current` is the record as it is',
    headers: { ETag: etag },
    content: { 'application/problem+json': { schema } },
  }
}

function json(schema: Json, example: unknown, media = 'application/json'): Json {
  return { [media]: { schema, ...(example !== undefined && { example }) } }
}

function parameters(shape: z.ZodObject, place: 'path' | 'query', schemas: Json): Json[] {
  const schema = jsonSchema(shape, 'input', schemas) as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

/** A zod schema as JSON Schema 2020-12, with named schemas moved to `schemas`. Undefined for an empty one. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json | undefined {
  if (schema instanceof z.ZodUndefined) return undefined
  const { $defs, $schema, id, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & {
    $defs?: Record<string, Json>
  }
  for (const [name, { id: _, ...definition }] of Object.entries($defs ?? {})) schemas[name] = relink(definition)
  const linked = relink(own) as Json
  if (typeof id !== 'string') return linked
  schemas[id] = linked
  return { $ref: `#/components/schemas/${id}` }
}

/** Makes references point into the document's components. */
function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', '#/components/schemas/') : relink(inner),
    ]),
  )
}

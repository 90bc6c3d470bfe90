type Json = Record<string, unknown>

/** Named schemas of an OpenAPI document. */
export type Schemas = Record<string, Json>

/** One field of a body, with those that hold it before its name: `parcels[].code`. */
export type Field = { name: string; type: string; required: boolean; text: string }

const deepest = 3

/** A schema itself, if it only names another. */
export function resolved(schema: Json, schemas: Schemas): Json {
  const name = (schema.$ref as string | undefined)?.split('/').at(-1)
  return name === undefined ? schema : resolved(schemas[name] ?? {}, schemas)
}

const alternativesOf = (schema: Json) => (schema.anyOf ?? schema.oneOf) as Json[] | undefined

/** What a person reads for the type of a schema, such as `text or null`. */
export function typeOf(schema: Json, schemas: Schemas): string {
  const own = resolved(schema, schemas)
  const values = (own.enum ?? (own.const === undefined ? undefined : [own.const])) as unknown[] | undefined
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const some = alternativesOf(own)
  if (some) return [...new Set(some.map((each) => typeOf(each, schemas)))].join(' or ')
  if (own.type === 'array') return `list of ${typeOf((own.items ?? {}) as Json, schemas)}`
  if (Array.isArray(own.type)) return own.type.join(' or ')
  return [own.type ?? 'anything', own.format && `(${own.format as string})`].filter(Boolean).join(' ')
}

/** The fields of a schema, and those within them. */
export function fieldsOf(schema: Json, schemas: Schemas, prefix = '', depth = 0): Field[] {
  const own = objectOf(schema, schemas)
  if (!own || depth >= deepest) return []
  const required = (own.required ?? []) as string[]
  return Object.entries((own.properties ?? {}) as Record<string, Json>).flatMap(([key, field]) => {
    const name = `${prefix}${key}`
    const read = resolved(field, schemas)
    const list = arrayOf(read, schemas)
    const inner = list
      ? fieldsOf(list, schemas, `${name}[].`, depth + 1)
      : fieldsOf(field, schemas, `${name}.`, depth + 1)
    const text = (field.description ?? read.description ?? '') as string
    return [{ name, type: typeOf(field, schemas), required: required.includes(key), text }, ...inner]
  })
}

/** The object that a schema is, alone or among alternatives such as null. */
function objectOf(schema: Json, schemas: Schemas): Json | undefined {
  const own = resolved(schema, schemas)
  if (own.properties) return own
  return alternativesOf(own)
    ?.map((each) => objectOf(each, schemas))
    .find((each) => each !== undefined)
}

function arrayOf(own: Json, schemas: Schemas): Json | undefined {
  if (own.type === 'array') return own.items as Json | undefined
  const list = alternativesOf(own)
    ?.map((each) => resolved(each, schemas))
    .find((each) => each.type === 'array')
  return list?.items as Json | undefined
}

/** A value that has what a schema requires. */
export function sampleOf(schema: Json, schemas: Schemas, depth = 0): unknown {
  const own = resolved(schema, schemas)
  if (own.example !== undefined) return own.example
  if (own.default !== undefined) return own.default
  if (own.const !== undefined) return own.const
  if (own.enum !== undefined) return (own.enum as unknown[])[0]
  const [first] = alternativesOf(own) ?? []
  if (first) return sampleOf(first, schemas, depth)
  if (own.type === 'object') {
    const fields = Object.entries((own.properties ?? {}) as Record<string, Json>)
    const required = (own.required ?? []) as string[]
    const shown = fields.filter(([name]) => required.includes(name) && depth < deepest)
    return Object.fromEntries(shown.map(([name, field]) => [name, sampleOf(field, schemas, depth + 1)]))
  }
  if (own.type === 'array') return depth < deepest ? [sampleOf((own.items ?? {}) as Json, schemas, depth + 1)] : []
  return samples[(own.format ?? own.type) as string] ?? samples[own.type as string] ?? null
}

const samples: Record<string, unknown> = {
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  uuid: '0195a3c2-0d41-7a11-8b21-4f2e6d8c9a01',
  date: '2027-03-15',
  'date-time': '2027-03-15T02:00:00.000Z',
  email: 'ana@example.com',
  uri: 'https://example.com',
}

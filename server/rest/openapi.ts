import type { ApiFunction, Catalogue, Column, Relation } from '../db/api/catalogue.ts'

type Visible = { mayRead: (relation: string) => boolean; mayCall: (name: string) => boolean }

/** Query parameters and headers that every view takes. */
const common = {
  select: { name: 'select', in: 'query', type: 'string', description: 'Columns and embedded resources' },
  order: { name: 'order', in: 'query', type: 'string', description: 'Ordering, such as number.desc' },
  offset: { name: 'offset', in: 'query', type: 'string', description: 'Rows to leave out' },
  limit: { name: 'limit', in: 'query', type: 'string', description: 'Rows to return at most' },
  range: { name: 'Range', in: 'header', type: 'string', description: 'Rows by position, such as 0-9' },
  preferCount: {
    name: 'Prefer',
    in: 'header',
    type: 'string',
    enum: ['count=exact', 'count=planned', 'count=estimated'],
  },
}

/** What a caller may read and call, as PostgREST describes it: OpenAPI 2.0. */
export function descriptionOf(
  { relations, relationships, functions }: Catalogue,
  { mayRead, mayCall }: Visible,
  { publicUrl, version }: { publicUrl: string; version: string },
) {
  const { host, protocol } = new URL(publicUrl)
  const views = [...relations.values()].filter(({ name }) => mayRead(name))
  const calls = [...functions.values()].flat().filter(({ name }) => mayCall(name))
  const foreignKeys = new Map(
    relationships
      .filter(({ cardinality, columns }) => cardinality === 'many-to-one' && columns.length === 1)
      .map(({ from, to, columns: [pair] }) => [`${from}.${pair![0]}`, { to, column: pair![1] }]),
  )
  return {
    swagger: '2.0',
    info: { title: 'Karta data API', description: 'What the workspace has, to read and to call', version },
    host,
    basePath: '/rest/v1',
    schemes: [protocol.replace(':', '')],
    consumes: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      [
        '/',
        { get: { tags: ['Introspection'], summary: 'This description', responses: { 200: { description: 'OK' } } } },
      ],
      ...views.map((view) => [`/${view.name}`, { get: readOperation(view) }]),
      ...calls.map((each) => [
        `/rpc/${each.name}`,
        { ...(each.volatility !== 'volatile' && { get: getOperation(each) }), post: postOperation(each) },
      ]),
    ]),
    definitions: Object.fromEntries(views.map((view) => [view.name, definitionOf(view, foreignKeys)])),
    parameters: {
      ...common,
      ...Object.fromEntries(
        views.flatMap(({ name, columns }) =>
          [...columns.keys()].map((column) => [
            `rowFilter.${name}.${column}`,
            { name: column, in: 'query', type: 'string', required: false },
          ]),
        ),
      ),
    },
  }
}

const refTo = (name: string) => ({ $ref: `#/parameters/${name}` })

function readOperation({ name, description, columns }: Relation) {
  const filters = [...columns.keys()].map((column) => refTo(`rowFilter.${name}.${column}`))
  return {
    tags: [name],
    summary: description,
    parameters: [...filters, ...Object.keys(common).map(refTo)],
    responses: {
      200: { description: 'OK', schema: { type: 'array', items: { $ref: `#/definitions/${name}` } } },
      206: { description: 'Partial Content' },
    },
  }
}

const called = ({ name, description }: ApiFunction) => ({
  tags: [`(rpc) ${name}`],
  summary: description,
  responses: { 200: { description: 'OK' } },
})

const getOperation = (each: ApiFunction) => ({
  ...called(each),
  parameters: each.parameters.map(({ name, type, typeName, hasDefault }) => ({
    name,
    in: 'query',
    required: !hasDefault,
    format: type,
    type: typeOf(typeName).type,
  })),
})

function postOperation(each: ApiFunction) {
  const properties = each.parameters.map(({ name, type, typeName }) => [name, { format: type, ...typeOf(typeName) }])
  const required = each.parameters.filter(({ hasDefault }) => !hasDefault).map(({ name }) => name)
  const schema = { type: 'object', properties: Object.fromEntries(properties), ...(required.length && { required }) }
  return { ...called(each), parameters: [{ name: 'args', in: 'body', required: true, schema }] }
}

type ForeignKeys = Map<string, { to: string; column: string }>

function definitionOf({ name, description, columns, primaryKey }: Relation, foreignKeys: ForeignKeys) {
  const properties = [...columns.values()].map((column) => {
    const notes = [
      ...(primaryKey.includes(column.name) ? ['This is a Primary Key.<pk/>'] : []),
      ...noteOf(foreignKeys.get(`${name}.${column.name}`)),
    ]
    return [
      column.name,
      {
        format: column.type,
        ...typeOf(column.typeName),
        ...(notes.length && { description: `Note:\n${notes.join('\n')}` }),
      },
    ]
  })
  const required = [...columns.values()].filter(isAlwaysThere).map((column) => column.name)
  return { description, required, type: 'object', properties: Object.fromEntries(properties) }
}

const isAlwaysThere = ({ isNullable }: Column) => !isNullable

const noteOf = (key: { to: string; column: string } | undefined) =>
  key ? [`This is a Foreign Key to \`${key.to}.${key.column}\`.<fk table='${key.to}' column='${key.column}'/>`] : []

/** A type of PostgreSQL as JSON has it. */
function typeOf(typeName: string): { type?: string; items?: { type?: string } } {
  if (typeName.startsWith('_')) return { type: 'array', items: typeOf(typeName.slice(1)) }
  if (/^int[248]$/.test(typeName)) return { type: 'integer' }
  if (/^(float[48]|numeric)$/.test(typeName)) return { type: 'number' }
  if (typeName === 'bool') return { type: 'boolean' }
  return typeName === 'json' || typeName === 'jsonb' ? {} : { type: 'string' }
}

import type { ApiFunction, Catalogue, Column, Relation } from '../db/api/catalogue.ts'

type Method = 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Visible = {
  mayRead: (relation: string) => boolean
  mayCall: (name: string) => boolean
  /** How the rows of a view may be written. */
  methods: (view: string) => Method[]
}

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

const preferReturn = {
  name: 'Prefer',
  in: 'header',
  type: 'string',
  enum: ['return=minimal', 'return=representation', 'return=headers-only'],
}

/** What a caller may read, write and call, as PostgREST describes it: OpenAPI 2.0. */
export function descriptionOf(
  { relations, relationships, functions }: Catalogue,
  { mayRead, mayCall, methods }: Visible,
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
    info: { title: 'Karta data API', description: 'What the workspace has, to read, write and call', version },
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
      ...views.map((view) => [
        `/${view.name}`,
        {
          get: readOperation(view),
          ...Object.fromEntries(
            methods(view.name).map((method) => [method.toLowerCase(), writeOperation(view, method)]),
          ),
        },
      ]),
      ...calls.map((each) => [
        `/rpc/${each.name}`,
        { ...(each.volatility !== 'volatile' && { get: getOperation(each) }), post: postOperation(each) },
      ]),
    ]),
    definitions: Object.fromEntries(views.map((view) => [view.name, definitionOf(view, foreignKeys)])),
    parameters: {
      ...common,
      preferReturn,
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

const filtersOf = ({ name, columns }: Relation) =>
  [...columns.keys()].map((column) => refTo(`rowFilter.${name}.${column}`))

function writeOperation(view: Relation, method: Method) {
  const row = { $ref: `#/definitions/${view.name}` }
  // Fields that follow from others are in it too; a request that sets one is refused by name.
  const body = { name: view.name, in: 'body', schema: method === 'POST' ? { type: 'array', items: row } : row }
  return {
    tags: [view.name],
    summary: view.description,
    parameters: [
      ...(method === 'POST' ? [] : filtersOf(view)),
      ...(method === 'DELETE' ? [] : [body]),
      refTo('select'),
      refTo('preferReturn'),
    ],
    responses: method === 'POST' ? { 201: { description: 'Created' } } : { 204: { description: 'No Content' } },
  }
}

function readOperation(view: Relation) {
  const { name, description } = view
  return {
    tags: [name],
    summary: description,
    parameters: [...filtersOf(view), ...Object.keys(common).map(refTo)],
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

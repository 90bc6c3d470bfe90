import { operationsOf, type Described, type Parameter } from './operations.ts'
import { sampleOf, type Schemas } from './shapes.ts'

type Json = Record<string, unknown>

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A Postman collection (v2.1) of an OpenAPI document, with a folder for each tag. Fill in `url` and `key`. */
export function postmanCollection(document: Json, url: string): Json {
  const operations = operationsOf(document)
  const { schemas } = document.components as { schemas: Schemas }
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return {
    info: { name: 'Karta API', schema, description: 'Put an API key into the variable `key`.' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: url },
      { key: 'key', value: '' },
    ],
    item: tags.map((name) => ({
      name,
      item: operations.filter(({ tag }) => tag === name).map((operation) => itemOf(operation, schemas)),
    })),
  }
}

function itemOf({ summary, method, path, parameters, body, bodyExample }: Described, schemas: Schemas): Json {
  const query = parameters.filter(({ place }) => place === 'query')
  const steps = path
    .slice(1)
    .split('/')
    .map((step) => step.replace(/^\{(\w+)\}$/, ':$1'))
  const raw = `{{url}}/v1/${steps.join('/')}`
  return {
    name: summary,
    request: {
      method,
      header: [
        ...parameters.filter(({ place }) => place === 'header').map((each) => ({ ...entryOf(each), disabled: true })),
        ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ],
      url: {
        raw,
        host: ['{{url}}'],
        path: ['v1', ...steps],
        query: query.map((each) => ({ ...entryOf(each), disabled: !each.required })),
        variable: parameters.filter(({ place }) => place === 'path').map(entryOf),
      },
      ...(body && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(bodyExample ?? sampleOf(body, schemas), null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  }
}

const entryOf = ({ name, description, schema }: Parameter) => ({
  key: name,
  value: schema.default === undefined ? '' : String(schema.default),
  description,
})

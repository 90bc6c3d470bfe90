import { operationsOf, type Described } from './operations.ts'
import { sampleOf, type Schemas } from './shapes.ts'

type Json = Record<string, unknown>

/** A Bruno collection of an OpenAPI document: a folder for each tag, a file for each operation. */
export function brunoCollection(document: Json, url: string): Record<string, string> {
  const { schemas } = document.components as { schemas: Schemas }
  const files = operationsOf(document).map((operation, index) => [
    `${fileName(operation.tag)}/${operation.id}.bru`,
    requestOf(operation, index + 1, schemas),
  ])
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Karta API', type: 'collection' }, null, 2)}\n`,
    'collection.bru': 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{key}}\n}\n',
    'environments/Karta.bru': `vars {\n  url: ${url}\n}\nvars:secret [\n  key\n]\n`,
    ...Object.fromEntries(files),
  }
}

const fileName = (tag: string) => tag.replace(/[^\w -]/g, '')

function requestOf(
  { summary, method, path, parameters, body, bodyExample }: Described,
  sequence: number,
  schemas: Schemas,
): string {
  const address = `{{url}}/v1${path.replace(/\{(\w+)\}/g, ':$1')}`
  const given = (place: string) => parameters.filter((each) => each.place === place)
  const blocks = [
    block('meta', [`name: ${summary.replaceAll('\n', ' ')}`, 'type: http', `seq: ${sequence}`]),
    block(method.toLowerCase(), [`url: ${address}`, `body: ${body ? 'json' : 'none'}`, 'auth: inherit']),
    block(
      'params:path',
      given('path').map(({ name }) => `${name}: `),
    ),
    block(
      'params:query',
      given('query').map(({ name, required }) => `${required ? '' : '~'}${name}: `),
    ),
    block(
      'headers',
      given('header').map(({ name }) => `~${name}: `),
    ),
    body ? block('body:json', JSON.stringify(bodyExample ?? sampleOf(body, schemas), null, 2).split('\n')) : '',
  ]
  return blocks.filter(Boolean).join('\n')
}

const block = (name: string, lines: string[]) =>
  lines.length ? `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n` : ''

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsOf, type Described, type Parameter } from '#domain/openapi/operations.ts'
import { aliasOf, pythonName, pythonType, type Definitions } from './types.ts'

type Json = Record<string, unknown>

/** The Python client of an OpenAPI document: one file, which needs nothing but Python 3.11. */
export function pythonClient(document: Json): Record<string, string> {
  const definitions: Definitions = new Map()
  const aliases: string[] = []
  const { schemas } = document.components as { schemas: Record<string, Json> }
  for (const [name, schema] of Object.entries(schemas)) {
    const type = pythonType(schema, name, definitions)
    if (!definitions.has(type)) aliases.push(aliasOf(name, type))
  }
  const methods = operationsOf(document).map((operation) => methodOf(operation, definitions))
  const core = readFileSync(join(import.meta.dirname, 'client.py'), 'utf8')
  return {
    'karta.py': core
      .replace('# TYPES', [...definitions.values(), ...aliases].join('\n\n\n'))
      .replace('    # METHODS', methods.join('\n\n')),
  }
}

function methodOf(operation: Described, definitions: Definitions): string {
  const { id, summary, method, path, parameters, body, reply, media } = operation
  const named = parameters.map((parameter) => ({ ...parameter, argument: pythonName(parameter.name) }))
  const needed = named.filter(({ place }) => place === 'path')
  const others = named
    .filter(({ place }) => place !== 'path')
    .toSorted((one, other) => Number(other.required) - Number(one.required))
  const bodyType = body && pythonType(body, `${id}Body`, definitions)
  const signature = [
    'self',
    ...needed.map((each) => `${each.argument}: ${typeOf(each, id, definitions)}`),
    ...(bodyType ? [`body: ${bodyType}`] : []),
    ...(others.length ? ['*'] : []),
    ...others.map((each) => {
      const type = typeOf(each, id, definitions)
      return each.required ? `${each.argument}: ${type}` : `${each.argument}: ${type} | None = None`
    }),
  ]
  const result =
    media === 'json' ? pythonType(reply ?? {}, `${id}Reply`, definitions) : media === undefined ? 'None' : 'bytes'
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `{_part(${pythonName(name)})}`)
  const given = (place: string) =>
    `{${others
      .filter((each) => each.place === place)
      .map((each) => `"${each.name}": ${each.argument}`)
      .join(', ')}}`
  return `    def ${pythonName(id)}(${signature.join(', ')}) -> ${result}:
        """${summary.replaceAll('\\', '').replaceAll('"', "'")}."""
        return self._call("${method}", f"${filled}", ${given('query')}, ${bodyType ? 'body' : 'None'}, ${given('header')})`
}

const typeOf = ({ name, schema }: Parameter, id: string, definitions: Definitions) =>
  pythonType(schema, `${id}_${name}`, definitions)

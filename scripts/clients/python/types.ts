type Json = Record<string, unknown>

const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

// What Python cannot take as the name of a field or a parameter.
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
)

/** Whether a class can have a field of this name. */
export const isName = (text: string): boolean => /^[a-zA-Z_]\w*$/.test(text) && !keywords.has(text)

/** A name for Python: `createDelivery` is `create_delivery`, and `from` is `from_`. */
export function pythonName(text: string): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase()
  return keywords.has(name) ? `${name}_` : name
}

const className = (text: string) =>
  text.replace(/(?:^|\W|_)+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')

/** Collects the definitions of types. */
export type Definitions = Map<string, string>

/** The Python type of a JSON schema. Objects become a `TypedDict` of this name in `definitions`. */
export function pythonType(schema: Json, name: string, definitions: Definitions): string {
  if (schema.$ref !== undefined) return className((schema.$ref as string).split('/').at(-1)!)
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (values) return literal(values as unknown[])
  const some = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (some)
    return union(
      some.map((each, index) => pythonType(each, some.length > 2 ? `${name}${index + 1}` : name, definitions)),
    )
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => pythonType({ ...schema, type }, name, definitions)))
  if (schema.type === 'array') return `list[${pythonType((schema.items ?? {}) as Json, `${name}Item`, definitions)}]`
  if (schema.type === 'object') return objectType(schema, name, definitions)
  return scalars[schema.type as string] ?? 'Any'
}

const union = (types: string[]) => [...new Set(types)].join(' | ')
const literal = (values: unknown[]) =>
  `Literal[${values.map((value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value))).join(', ')}]`

function objectType(
  { properties, required = [], additionalProperties }: Json,
  name: string,
  definitions: Definitions,
): string {
  if (!properties) {
    const isTyped = typeof additionalProperties === 'object' && additionalProperties !== null
    return `dict[str, ${isTyped ? pythonType(additionalProperties as Json, `${name}Value`, definitions) : 'Any'}]`
  }
  const own = className(name)
  const fields = Object.entries(properties as Record<string, Json>).map(([field, schema]) => {
    const type = pythonType(schema, `${own}${className(field)}`, definitions)
    return [field, (required as string[]).includes(field) ? type : `NotRequired[${type}]`] as const
  })
  definitions.set(own, fields.every(([field]) => isName(field)) ? classOf(own, fields) : dictOf(own, fields))
  return own
}

type Fields = (readonly [string, string])[]

const classOf = (name: string, fields: Fields) =>
  `class ${name}(TypedDict):\n${fields.map(([field, type]) => `    ${field}: ${type}`).join('\n') || '    pass'}`

/** The same for fields whose names no class can have. */
const dictOf = (name: string, fields: Fields) =>
  `${name} = TypedDict("${name}", {${fields.map(([field, type]) => `"${field}": "${type.replaceAll('"', "'")}"`).join(', ')}})`

/** A name for a type that is no object. Other types in it are named as text, as they may be defined below. */
export function aliasOf(name: string, type: string): string {
  const some = split(type).map((each) => each.replace(/^(list|dict)\[(str, )?(.*)\]$/, `$1[$2"$3"]`))
  const text =
    some.length > 1 ? `Union[${some.map((each) => (isDefined(each) ? `"${each}"` : each)).join(', ')}]` : some[0]!
  return `${className(name)}: TypeAlias = ${text}`
}

const isDefined = (type: string) => /^[A-Z]\w*$/.test(type) && type !== 'None' && type !== 'Any'

/** The alternatives of a type, without those of types within it. */
function split(type: string): string[] {
  let depth = 0
  const bars = [...type].flatMap((letter, at) => {
    if (letter === '[') depth++
    if (letter === ']') depth--
    return letter === '|' && depth === 0 ? [at] : []
  })
  return [-1, ...bars].map((from, index) => type.slice(from + 1, bars[index] ?? type.length).trim())
}

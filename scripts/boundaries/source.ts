import { posix } from 'node:path'
import { parseSync } from 'vite'

/** One import of a file, in any syntax. */
export type Import = {
  line: number
  /** As in the source. */
  specifier: string
  /** Path from the repository's root if it is one of our files, undefined for a package. */
  file: string | undefined
  /** The package's name (`kysely`, `@scope/name`, `node:fs`), undefined for one of our files. */
  package: string | undefined
  /** True if it is erased at run time. */
  isType: boolean
}

/** Things that functions should receive as arguments, except in the few files that provide them. */
export type Reach = 'fetch' | 'environment' | 'chance' | 'query builder'

/** What the boundary rules need to know about a source file. */
export type Source = { path: string; imports: Import[]; reaches: { line: number; reach: Reach }[] }

type Node = { type: string; start: number; [key: string]: unknown }

const queryVerbs = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const folderName = /^#(solver|domain|server|web)\//

/** Finds all imports (static, dynamic, type, re-export) and outside uses of a file with a real parser. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)

  const lineAt = (start: number) => text.slice(0, start).split('\n').length
  const source: Source = { path, imports: [], reaches: [] }
  walk(program, (node) => {
    const imported = importOf(node)
    if (imported) {
      const { specifier, isType } = imported
      source.imports.push({ line: lineAt(node.start), specifier, isType, ...resolveSpecifier(path, specifier) })
    }
    const reach = reachOf(node)
    if (reach) source.reaches.push({ line: lineAt(node.start), reach })
  })
  return source
}

function walk(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
  } else if (value && typeof value === 'object') {
    if (isNode(value)) visit(value)
    for (const child of Object.values(value)) walk(child, visit)
  }
}

function importOf(node: Node): { specifier: string; isType: boolean } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return from(node.source, node.importKind === 'type' || everyIsType(node.specifiers, 'importKind'))
    case 'ExportNamedDeclaration':
      return from(node.source, node.exportKind === 'type' || everyIsType(node.specifiers, 'exportKind'))
    case 'ExportAllDeclaration':
      return from(node.source, node.exportKind === 'type')
    case 'ImportExpression':
      return from(node.source, false)
    case 'TSImportType':
      return from(node.source, true)
    case 'TSExternalModuleReference':
      return from(node.expression, false)
    default:
      return undefined
  }
}

function from(source: unknown, isType: boolean) {
  if (!isNode(source)) return undefined
  if (typeof source.value === 'string') return { specifier: source.value, isType }
  // import(`./x/${name}.ts`): the fixed start tells the folder.
  const parts = source.type === 'TemplateLiteral' ? (source.quasis as { value: { cooked: string } }[]) : []
  return parts[0]?.value.cooked ? { specifier: parts[0].value.cooked, isType } : undefined
}

function everyIsType(specifiers: unknown, kind: string) {
  const names = specifiers as Node[]
  return names.length > 0 && names.every((name) => name[kind] === 'type')
}

function reachOf(node: Node): Reach | undefined {
  switch (node.type) {
    case 'CallExpression':
      if (isName(node.callee, 'fetch') || isGlobalMember(node.callee, 'fetch')) return 'fetch'
      if (isName(node.callee, 'Date')) return 'chance'
      return queryVerbs.has(propertyOf(node.callee) ?? '') ? 'query builder' : undefined
    case 'NewExpression':
      return isName(node.callee, 'Date') && (node.arguments as unknown[]).length === 0 ? 'chance' : undefined
    // Even without a call: passing on `Date.now` as a value counts too.
    case 'MemberExpression':
      if (isName(node.object, 'process') && propertyOf(node) === 'env') return 'environment'
      if (isName(node.object, 'Date') && propertyOf(node) === 'now') return 'chance'
      if (isName(node.object, 'Math') && propertyOf(node) === 'random') return 'chance'
      return isName(node.object, 'Temporal') && propertyOf(node) === 'Now' ? 'chance' : undefined
    case 'VariableDeclarator':
      return isName(node.init, 'process') && hasKey(node.id, 'env') ? 'environment' : undefined
    case 'ImportDeclaration':
      return /^(node:)?process$/.test((node.source as unknown as { value: string }).value) &&
        (node.specifiers as Node[]).some((name) => isName(name.imported, 'env'))
        ? 'environment'
        : undefined
    default:
      return undefined
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function isName(value: unknown, name: string) {
  return isNode(value) && value.type === 'Identifier' && value.name === name
}

function propertyOf(value: unknown): string | undefined {
  if (!isNode(value) || value.type !== 'MemberExpression' || !isNode(value.property)) return undefined
  const written = value.computed ? value.property.value : value.property.name
  return typeof written === 'string' ? written : undefined
}

function isGlobalMember(value: unknown, name: string) {
  return (
    propertyOf(value) === name &&
    ['globalThis', 'window', 'self'].some((global) => isName((value as Node).object, global))
  )
}

function hasKey(pattern: unknown, key: string) {
  return (
    isNode(pattern) && Array.isArray(pattern.properties) && pattern.properties.some((each) => isName(each.key, key))
  )
}

function resolveSpecifier(path: string, specifier: string): Pick<Import, 'file' | 'package'> {
  const bare = specifier.replace(/[?].*$/, '')
  if (folderName.test(bare)) return { file: posix.normalize(bare.slice(1)), package: undefined }
  if (bare.startsWith('.')) return { file: posix.join(posix.dirname(path), bare), package: undefined }
  const parts = bare.split('/')
  return { file: undefined, package: bare.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0] }
}

import { createHash } from 'node:crypto'

export type StatementName = {
  /** The operation and what it is about: `select deliveries`. */
  name: string
  operation: 'select' | 'insert' | 'update' | 'delete' | 'merge' | 'other'
  /** The same for all statements that differ in their values only. */
  fingerprint: string
}

const operations = ['select', 'insert', 'update', 'delete', 'merge'] as const
const mostKept = 4000
const kept = new Map<string, StatementName>()

/** Names a statement by its text. The name has no values, because only names of tables and functions go into it. */
export function nameStatement(text: string): StatementName {
  const known = kept.get(text)
  if (known) return known
  const named = readName(text)
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(text, named)
  return named
}

type Token = { text: string; depth: number }

// Comments and texts are one token each, so that what they hold is not read.
const tokens = /\/\*[^]*?\*\/|--[^\n]*|\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|[a-z_][\w$]*|[().,;]/gi

function readName(text: string): StatementName {
  const read: Token[] = []
  let depth = 0
  for (const [token] of text.matchAll(tokens)) {
    if (/^(\/\*|--|\$|')/.test(token)) continue
    if (token === ')') depth--
    read.push({ text: token.toLowerCase(), depth })
    if (token === '(') depth++
  }
  const start = read.findIndex((token) => token.depth === 0 && operations.some((each) => each === token.text))
  const operation = operations.find((each) => each === read[start]?.text) ?? 'other'
  const first = read[0]?.text ?? 'nothing'
  const isOwn = operation !== 'other' && (start === 0 || first === 'with')
  const name = isOwn ? `${operation} ${subjectOf(operation, read.slice(start))}`.trimEnd() : first
  return { name, operation: isOwn ? operation : 'other', fingerprint: fingerprintOf(text) }
}

/** The table or function that a statement is about. */
function subjectOf(operation: string, read: Token[]): string {
  if (operation === 'update') return identifierAt(read, 1)
  if (operation === 'insert' || operation === 'merge') return identifierAfter(read, 'into', 0)
  const outer = identifierAfter(read, 'from', 0)
  if (outer || operation === 'delete') return outer
  // Without a table of its own it reads what it selects: a function, or a table further inside.
  const called = read.find(({ text }, at) => at > 0 && isName(text) && read[at + 1]?.text === '(')
  const inner = identifierAfter(read, 'from')
  return called && (!inner || read.indexOf(called) < read.findIndex(({ text }) => text === 'from'))
    ? called.text.replaceAll('"', '')
    : inner
}

function identifierAfter(read: Token[], word: string, depth?: number): string {
  for (const [at, token] of read.entries()) {
    if (token.text !== word || (depth !== undefined && token.depth !== depth)) continue
    const found = identifierAt(read, at + 1)
    if (found) return found
  }
  return ''
}

const skipped = new Set(['only', 'lateral'])

function identifierAt(read: Token[], at: number): string {
  while (skipped.has(read[at]?.text ?? '')) at++
  if (!isName(read[at]?.text)) return ''
  const plain = (index: number) => read[index]!.text.replaceAll('"', '')
  return read[at + 1]?.text === '.' && isName(read[at + 2]?.text) ? `${plain(at)}.${plain(at + 2)}` : plain(at)
}

const isName = (text: string | undefined) => text !== undefined && /^["a-z_]/.test(text)

function fingerprintOf(text: string): string {
  const plain = text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\s+/g, ' ')
    // Lists and rows of any length count as one.
    .replaceAll(/\?(?:, ?\?)+/g, '?')
    .replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1')
  return createHash('sha256').update(plain).digest('hex').slice(0, 12)
}

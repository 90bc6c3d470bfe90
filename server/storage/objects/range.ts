import type { ByteRange } from '../../objects/store.ts'

/**
 * The one part that a `Range` header asks for. Undefined for everything: no range, several, or one that cannot be read,
 * which is ignored (RFC 9110).
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').replaceAll(' ', '')) ?? []
  if (!first && !last) return undefined
  if (!first) {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  if (last && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: Math.min(last ? Number(last) : Infinity, size - 1) }
}

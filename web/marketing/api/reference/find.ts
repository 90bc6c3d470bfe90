import type { Described } from '#domain/openapi/operations.ts'

export type Group = { tag: string; operations: Described[] }

/** The operations that have all words of `query`, by their tag. */
export function groupsOf(operations: readonly Described[], query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations.filter(({ method, path, summary, id, tag }) => {
    const text = `${method} /v1${path} ${summary} ${id} ${tag}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const tags = [...new Set(found.map(({ tag }) => tag))].toSorted((one, other) => one.localeCompare(other))
  return tags.map((tag) => ({ tag, operations: found.filter((each) => each.tag === tag) }))
}

const testKey = /^karta_test_\S+$/

/** Why a key cannot be used to try calls: only one of a sandbox can do no harm. */
export function keyProblem(key: string): string | undefined {
  if (key === '' || testKey.test(key)) return undefined
  return 'Only test keys work here. They begin with karta_test_, and see nothing but a sandbox.'
}

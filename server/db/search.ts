import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Conditions that require every word of `q` somewhere in `haystack`, which is already lowercase. */
export function containsWords(haystack: RawBuilder<unknown>, q: string): RawBuilder<SqlBool>[] {
  return wordsOf(q).map((word) => sql<SqlBool>`${haystack} like lower(${`%${escapeLike(word)}%`})`)
}

function wordsOf(q: string): string[] {
  return q.replaceAll('\u0000', '').split(/\s+/).filter(Boolean)
}

/** Makes LIKE take its wildcards literally. */
function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}

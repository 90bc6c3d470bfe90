import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Conditions that together demand every word of `q` somewhere in `haystack`, which is lower case already. */
export function containsWords(haystack: RawBuilder<unknown>, q: string): RawBuilder<SqlBool>[] {
  return wordsOf(q).map((word) => sql<SqlBool>`${haystack} like lower(${`%${escapeLike(word)}%`})`)
}

function wordsOf(q: string): string[] {
  return q.replaceAll('\u0000', '').split(/\s+/).filter(Boolean)
}

/** Wildcards of LIKE stand for themselves. */
function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}

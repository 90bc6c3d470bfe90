import { mostCopies } from '#domain/api/bulk.ts'
import type { BulkResult } from '#domain/api/bulk-result.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { refusalLines, type BulkWords } from './bulk-words.ts'

/** As many as one call takes. */
const mostDays = 31

/** Why so many copies cannot be made. */
export function copyProblem({ days, copies }: { days: number; copies: number }): string | undefined {
  if (days === 0) return 'Choose at least one day.'
  if (days > mostDays) return `Choose at most ${mostDays} days.`
  if (copies <= mostCopies) return undefined
  return `These would be ${formatNumber(copies)} copies. At most ${formatNumber(mostCopies)} are made at once.`
}

type Copied = { created: readonly { number: number }[]; refused: BulkResult['refused'] }

/** What was copied, in words. */
export function copiedWords({ created, refused }: Copied): BulkWords {
  const numbers = created.map(({ number }) => number)
  const [first, last] = [numbers[0], numbers.at(-1)]
  const named = first === last ? `#${first}` : `#${first} to #${last}`
  const title = numbers.length > 0 ? `${countOf(numbers.length, 'copy', 'copies')} added: ${named}` : 'No copy added'
  return { title, ...(refused.length > 0 && { description: refusalLines(refused).join(' ') }) }
}

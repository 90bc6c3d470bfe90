import type { PlanChange } from '#domain/schema/plan-change.ts'
import { countOf, withTimes } from '#web/lib/format.ts'

type Told = Pick<PlanChange, 'id' | 'at' | 'by' | 'is_yours' | 'sentence'>

/** What is older is told by the list of changes, and after a sleep by `awayNews`. */
const freshMs = 5 * 60_000

/**
 * What others have just done to the plan, in words, or null.
 * @param made newest first
 * @param known the ids of those that were there before
 */
export function othersNews(
  made: readonly Told[],
  known: ReadonlySet<string>,
  now: number,
): { title: string; description?: string } | null {
  const news = made.filter(({ id, at, is_yours }) => !is_yours && !known.has(id) && now - Date.parse(at) < freshMs)
  const [newest] = news
  if (!newest) return null
  const sentence = withTimes(newest.sentence)
  if (news.length === 1) return { title: `${newest.by} changed the plan`, description: sentence }
  const who = [...new Set(news.map(({ by }) => by))].join(', ')
  return { title: `${countOf(news.length, 'change')} by ${who}`, description: `Last: ${sentence}` }
}

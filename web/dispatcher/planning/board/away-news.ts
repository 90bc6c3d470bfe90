import type { PlanChange } from '#domain/schema/plan-change.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { countOf, withTimes } from '#web/lib/format.ts'
import { stateLook } from '#web/ui/state-badge.tsx'

type Known = Pick<PlanSummary, 'version' | 'state'>
type Told = Pick<PlanChange, 'at' | 'by' | 'sentence'>

/**
 * What to say to somebody whose device slept, or null if nothing happened.
 * @param history newest first
 * @param since when the page was last awake, in milliseconds
 */
export function awayNews(
  before: Known,
  after: Known,
  history: readonly Told[],
  since: number,
): { title: string; description: string } | null {
  if (before.version === after.version && before.state === after.state) return null
  const made = history.filter(({ at }) => Date.parse(at) > since)
  const state = before.state === after.state ? null : `The plan is ${stateLook(after.state).label.toLowerCase()} now.`
  const [newest] = made
  if (!newest)
    return { title: state ?? 'The plan was changed while you were away', description: 'You see it as it is now.' }
  const who = [...new Set(made.map(({ by }) => by))].join(', ')
  const last = `${made.length > 1 ? 'Last: ' : ''}${withTimes(newest.sentence)}`
  return {
    title: `${countOf(made.length, 'change')} while you were away, by ${who}`,
    description: [state, last].filter(Boolean).join(' '),
  }
}

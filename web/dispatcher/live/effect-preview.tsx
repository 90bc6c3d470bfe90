import type { PlanChangeResult } from '#domain/schema/plan-change.ts'
import { withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { effectLine } from '../planning/changes/effect-words.ts'

/** As many warnings as somebody reads. */
const mostWarnings = 6

/** What a change of the day would do, or why it cannot be done. */
export function EffectPreview({ result, error }: { result: PlanChangeResult | undefined; error: unknown }) {
  const { currency } = useMe().workspace
  if (error) return <Banner tone="danger">{sentenceOf(error)}</Banner>
  if (!result) {
    return (
      <div role="status" aria-label="Working out what changes">
        <Skeleton className="h-12 w-full" />
      </div>
    )
  }
  const { effect, warnings } = result
  return (
    <div className="grid gap-3">
      <p>{effectLine(effect, currency)}.</p>
      {effect.promises.length > 0 && (
        <Banner tone="warning">
          Promised arrivals would no longer be kept: {effect.promises.map(({ number }) => `#${number}`).join(', ')}.
        </Banner>
      )}
      {warnings.slice(0, mostWarnings).map(({ code, sentence, delivery_id, route_id }) => (
        <Banner key={`${code} ${delivery_id} ${route_id}`} tone="warning">
          {withTimes(sentence)}
        </Banner>
      ))}
      {warnings.length > mostWarnings && (
        <p className="text-ink-muted">And {warnings.length - mostWarnings} more warnings of this kind.</p>
      )}
    </div>
  )
}

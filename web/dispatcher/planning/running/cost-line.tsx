import type { PlanProgress } from '#domain/schema/plan.ts'
import { useMe } from '#web/lib/me.ts'
import { costCurve, costSentence } from './cost-curve.ts'
import { costName, costWords } from './cost-words.ts'

const box = { width: 600, height: 96 }

/** What the best plan so far costs, over the time used. */
export function CostLine({ progress, limitSeconds }: { progress: PlanProgress | null; limitSeconds: number }) {
  const { currency } = useMe().workspace
  const say = (cost: number) => costWords(cost, progress, currency)
  const history = progress?.history ?? []
  const curve = costCurve(history, limitSeconds, progress?.elapsed_seconds ?? 0, box)
  return (
    <figure className="rounded-lg border bg-sunken p-3">
      <figcaption className="flex justify-between gap-4 text-xs text-ink-muted">
        <span>{costName(progress)} of the best plan</span>
        {history[0] && <span className="whitespace-nowrap tabular-nums">from {say(history[0].cost)}</span>}
      </figcaption>
      <svg
        role="img"
        aria-label={costSentence(history, costName(progress), say)}
        viewBox={`-2 -6 ${box.width + 8} ${box.height + 12}`}
        preserveAspectRatio="none"
        className="mt-2 block h-28 w-full"
      >
        {[0, 0.5, 1].map((share) => (
          <path
            key={share}
            d={`M0 ${share * box.height}H${box.width}`}
            stroke="var(--line)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {curve && (
          <g stroke="var(--brand)" fill="none" strokeLinejoin="round" strokeLinecap="round">
            <path d={curve.area} fill="var(--brand)" stroke="none" opacity="0.12" />
            <path d={curve.line} strokeWidth="2" vectorEffect="non-scaling-stroke" />
            {/* A zero-length line with round ends: a dot that stays round when the drawing is stretched. */}
            <path d={`M${curve.end.x} ${curve.end.y}h0`} strokeWidth="8" vectorEffect="non-scaling-stroke" />
          </g>
        )}
      </svg>
    </figure>
  )
}

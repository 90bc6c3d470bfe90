import { CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { Finding } from '#domain/road/verify-custody.ts'

const looks: Record<Finding['is'], { icon: LucideIcon; color: string; word: string }> = {
  wrong: { icon: CircleX, color: 'text-danger-ink', word: 'Does not fit' },
  right: { icon: CircleCheck, color: 'text-success-ink', word: 'Fits' },
  unknown: { icon: CircleHelp, color: 'text-ink-muted', word: 'Cannot be told' },
}
const order: Finding['is'][] = ['wrong', 'right', 'unknown']

/** What was checked, what does not fit first. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const sorted = findings.toSorted((a, b) => order.indexOf(a.is) - order.indexOf(b.is))
  return (
    <ul className="divide-y rounded-2xl border bg-surface">
      {sorted.map(({ of, is, say }) => {
        const { icon: Icon, color, word } = looks[is]
        return (
          <li key={`${of} ${say}`} className="flex items-start gap-3 px-4 py-3">
            <Icon aria-label={word} className={`mt-0.5 size-5 shrink-0 ${color}`} />
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{of}</span>
              <span className="block text-ink-muted">{say}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

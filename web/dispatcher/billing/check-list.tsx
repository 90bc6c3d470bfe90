import { Check, Minus } from 'lucide-react'

/** Things that somebody gets, or loses. */
export function CheckList({ points, isLost = false }: { points: readonly string[]; isLost?: boolean }) {
  const Icon = isLost ? Minus : Check
  return (
    <ul className="grid gap-2">
      {points.map((point) => (
        <li key={point} className="flex items-start gap-2">
          <Icon
            aria-hidden="true"
            className={`mt-0.5 size-4 shrink-0 ${isLost ? 'text-ink-faint' : 'text-success-ink'}`}
          />
          <span className="text-pretty">{point}</span>
        </li>
      ))}
    </ul>
  )
}

import { Check } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

export function CheckList({ points, className }: { points: readonly string[]; className?: string }) {
  return (
    <ul className={cx('grid gap-2.5', className)}>
      {points.map((point) => (
        <li key={point} className="flex gap-2.5">
          <Check aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-brand-ink" />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  )
}

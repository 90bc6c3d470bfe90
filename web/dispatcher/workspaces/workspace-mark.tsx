import { initials } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'

/** A workspace's initials in a square, where a person's are in a circle. */
export function WorkspaceMark({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-lg bg-brand-soft text-[0.6875rem] font-semibold text-brand-ink',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}

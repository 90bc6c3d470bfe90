import { cx } from '#web/ui/cx.ts'
import type { Author } from './article.ts'

const tints = {
  brand: 'bg-brand-soft text-brand-ink',
  info: 'bg-info-soft text-info-ink',
  violet: 'bg-violet-soft text-violet-ink',
  warning: 'bg-warning-soft text-warning-ink',
  success: 'bg-success-soft text-success-ink',
}

export function Byline({ author }: { author: Author }) {
  return (
    <span className="flex min-w-0 items-center gap-3 text-sm leading-snug">
      <span
        aria-hidden="true"
        className={cx('grid size-10 shrink-0 place-items-center rounded-full font-semibold', tints[author.avatar.tint])}
      >
        {author.avatar.initials}
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold">{author.name}</span>
        <span className="text-ink-muted">{author.role}</span>
      </span>
    </span>
  )
}

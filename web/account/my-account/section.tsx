import type { ReactNode } from 'react'
import { useAnchor } from '#web/ui/use-anchor.ts'

type SectionProps = {
  id: string
  title: string
  description?: ReactNode
  /** Buttons next to the title. */
  actions?: ReactNode
  children?: ReactNode
}

/** One topic of the account. A link to its id moves the keyboard focus there too. */
export function Section({ id, title, description, actions, children }: SectionProps) {
  return (
    <section
      {...useAnchor<HTMLElement>(id)}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 rounded-2xl border bg-surface p-5 shadow-card outline-none sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={`${id}-title`} className="text-base font-semibold tracking-tight">
            {title}
          </h2>
          {description && <p className="mt-1 max-w-prose text-pretty text-ink-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="has-[>:not(:empty)]:mt-4">{children}</div>
    </section>
  )
}

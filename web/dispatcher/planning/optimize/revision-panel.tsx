import { useEffect, useRef, type ReactNode } from 'react'
import { X } from 'lucide-react'
import type { Plan, PlanSummary } from '#domain/schema/plan.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { guestLook } from '../board/guest-look.ts'
import { DiffPanel } from '../diff/diff-panel.tsx'
import { isRunning } from '../plan-words.ts'
import { RevisionEnded } from './revision-ended.tsx'
import { RevisionRunning } from './revision-running.tsx'
import { useShownRevision } from './revision-context.ts'

type RevisionPanelProps = {
  plan: Plan
  revision: PlanSummary
  /** Beside the map, in the place of the details; otherwise over the page. */
  isDocked: boolean
}

/** An optimization of the plan that is looked at: how far it is, and then what it would change. */
export function RevisionPanel({ plan, revision, isDocked }: RevisionPanelProps) {
  const { diff, close } = useShownRevision()
  const name = revision.what_if?.name
  if (isRunning(revision.state))
    return (
      <Frame title={name ?? 'Looking for better routes'} isDocked={isDocked} onClose={close}>
        <RevisionRunning plan={plan} revision={revision} />
      </Frame>
    )
  if (revision.state !== 'draft')
    return (
      <Frame title={name ?? 'Optimization'} isDocked={isDocked} onClose={close}>
        <RevisionEnded plan={plan} revision={revision} />
      </Frame>
    )
  return (
    <Frame title={name ? `What changes: ${name}` : 'What changes'} isDocked={isDocked} onClose={close}>
      {diff.data ? (
        <DiffPanel plan={plan} diff={diff.data} />
      ) : diff.error ? (
        <LoadError
          title="The changes could not be worked out"
          error={diff.error}
          onRetry={() => void diff.refetch()}
          isRetrying={diff.isFetching}
        />
      ) : (
        <div role="status" aria-label="Working out what changes" className="grid gap-3">
          <Skeleton className="h-16 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </div>
      )}
    </Frame>
  )
}

type FrameProps = { title: string; isDocked: boolean; onClose: () => void; children: ReactNode }

function Frame({ title, isDocked, onClose, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-label={title}
      {...(!isDocked && { 'data-bottom-bar': '' })}
      className={cx('flex flex-col overflow-hidden', guestLook(isDocked), isDocked && 'h-full')}
    >
      <header className="flex items-center gap-3 px-4 pt-3 pb-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 truncate text-base font-semibold tracking-tight outline-none"
        >
          {title}
        </h2>
        <IconButton
          label="Close without a decision"
          size="small"
          icon={<X aria-hidden="true" className="size-4" />}
          onPress={onClose}
        />
      </header>
      {children}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { History, Undo2 } from 'lucide-react'
import type { PlanChange } from '#domain/schema/plan-change.ts'
import { formatDateTime, withTimes } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { planChangesQuery } from './change-queries.ts'
import { useEditor } from './editor-context.ts'
import { effectLine } from './effect-words.ts'

/** What was changed of the plan, by whom and when, each to be taken back. */
export function ChangesDrawer({ onClose }: { onClose: () => void }) {
  const { plan } = useEditor()
  const changes = useQuery({ ...planChangesQuery(plan!.id), refetchOnMount: 'always' })
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Changes of this plan"
      description="Since it was calculated, newest first."
    >
      {changes.error && !changes.data ? (
        <LoadError
          title="The changes could not be loaded"
          error={changes.error}
          onRetry={() => void changes.refetch()}
          isRetrying={changes.isFetching}
        />
      ) : !changes.data ? (
        <div role="status" aria-label="Loading the changes" className="grid gap-2">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-14 w-full rounded-lg" />
          ))}
        </div>
      ) : changes.data.length === 0 ? (
        <EmptyState icon={<History />} title="No changes yet">
          Whatever somebody moves, inserts or reorders on this plan is listed here.
        </EmptyState>
      ) : (
        <ol className="divide-y">
          {changes.data.map((change) => (
            <li key={change.id}>
              <Line change={change} />
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  )
}

function Line({ change }: { change: PlanChange }) {
  const { takeBack, isTakingBack, isOn } = useEditor()
  const { currency, time_zone: zone } = useMe().workspace
  return (
    <div className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className={change.undone_by ? 'text-ink-muted line-through' : 'font-medium'}>
          {withTimes(change.sentence.replace(/\.$/, ''))}
        </p>
        <p className="text-[0.8125rem] text-ink-muted tabular-nums">
          {[change.by, formatDateTime(change.at, zone), change.undone_by && 'undone'].filter(Boolean).join(' · ')}
        </p>
        <p className="text-[0.8125rem] text-ink-muted tabular-nums">{effectLine(change.effect, currency)}</p>
      </div>
      {isOn && change.can_undo && (
        <Button
          size="small"
          aria-label={`Undo: ${change.sentence}`}
          icon={<Undo2 aria-hidden="true" className="size-3.5" />}
          isDisabled={isTakingBack}
          onPress={() => void takeBack(change)}
        >
          Undo
        </Button>
      )}
    </div>
  )
}

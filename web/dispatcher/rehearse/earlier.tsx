import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { RehearsalSummary } from '#domain/schema/rehearsal.ts'
import { countOf, formatDateTime } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { isUnfinished } from './rehearsal-queries.ts'

type EarlierProps = {
  rehearsals: readonly RehearsalSummary[]
  shownId: string | null
  zone: string
  linkTo: (rehearsal: RehearsalSummary) => string
  onDelete?: (id: string) => void
}

const words: Record<RehearsalSummary['status'], string> = {
  queued: 'waiting',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'canceled',
}

/** What was rehearsed of the day before, to open again. */
export function Earlier({ rehearsals, shownId, zone, linkTo, onDelete }: EarlierProps) {
  const [deleting, setDeleting] = useState<string | null>(null)
  if (!rehearsals.length) return null
  return (
    <Card title="Rehearsals of this day" description="The newest 50 of the workspace are kept.">
      <ul className="divide-y">
        {rehearsals.map((each) => (
          <li key={each.id} className="flex min-h-11 items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1">
              <Link to={linkTo(each)} aria-current={each.id === shownId ? 'true' : undefined}>
                {formatDateTime(each.created_at, zone)}
              </Link>
              <span className="block text-[0.8125rem] text-ink-muted">
                {countOf(each.days, 'day')}, {words[each.status]}
                {each.what_ifs.length > 0 && `: ${each.what_ifs.map(({ name }) => name).join(', ')}`}
              </span>
            </span>
            {onDelete && !isUnfinished(each.status) && (
              <IconButton
                label={`Delete the rehearsal of ${formatDateTime(each.created_at, zone)}`}
                icon={<Trash2 aria-hidden="true" className="size-4" />}
                onPress={() => setDeleting(each.id)}
              />
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={deleting !== null}
        onOpenChange={(isOpen) => !isOpen && setDeleting(null)}
        title="Delete this rehearsal?"
        confirmLabel="Delete"
        isDestructive
        onConfirm={() => {
          onDelete?.(deleting!)
          setDeleting(null)
        }}
      >
        Its figures are gone. The plan stays as it is, and can be rehearsed again.
      </ConfirmDialog>
    </Card>
  )
}

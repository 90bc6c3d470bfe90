import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, List, Send, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { UnpublishedChanges } from '#domain/schema/unpublished.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { countRecipients } from './recipients.ts'
import { UnpublishedDrawer } from './unpublished-drawer.tsx'
import { unpublishedQuery } from './unpublished-queries.ts'
import { useUnpublished } from './use-unpublished.ts'

/** Says that drivers do not see the plan that is on the board, and how they get to see it. */
export function UnpublishedBar({ plan }: { plan: PlanSummary }) {
  const { data } = useQuery(unpublishedQuery(plan))
  if (!data?.changes.length) return null
  return <Bar unpublished={data} />
}

function Bar({ unpublished }: { unpublished: UnpublishedChanges }) {
  const { isAllowed, isPublishedShown, showPublished } = useEditor()
  const { discard } = useUnpublished(unpublished)
  const [open, setOpen] = useState<'list' | 'publish' | null>(null)
  const { changes, result } = unpublished
  const problems = changes.filter(({ problem }) => problem).length
  const recipients = result?.effect.recipients.length ?? 0
  return (
    <section
      aria-label="Unpublished changes"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-brand-soft px-3 py-2 text-brand-ink"
    >
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">{countOf(changes.length, 'change')} not published</strong>
        {' · '}
        {countRecipients(recipients)}.{' '}
        <span className="max-md:hidden">
          {isPublishedShown ? 'This is what drivers see now.' : 'The board shows the plan as it will be.'}
        </span>
      </p>
      {problems > 0 && (
        <p className="inline-flex items-center gap-1.5 font-medium text-warning-ink">
          <TriangleAlert aria-hidden="true" className="size-4" />
          {problems === 1 ? '1 no longer fits' : `${problems} no longer fit`}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-pressed={isPublishedShown}
          icon={
            isPublishedShown ? (
              <EyeOff aria-hidden="true" className="size-3.5" />
            ) : (
              <Eye aria-hidden="true" className="size-3.5" />
            )
          }
          onPress={() => showPublished(!isPublishedShown)}
        >
          {isPublishedShown ? 'Show the changes' : 'What drivers see'}
        </Button>
        <Button size="small" icon={<List aria-hidden="true" className="size-3.5" />} onPress={() => setOpen('list')}>
          List
        </Button>
        {isAllowed && (
          <>
            <Button size="small" isPending={discard.isPending} onPress={() => discard.mutate()}>
              Discard
            </Button>
            <Button
              size="small"
              variant="primary"
              icon={<Send aria-hidden="true" className="size-3.5" />}
              onPress={() => setOpen('publish')}
            >
              Publish…
            </Button>
          </>
        )}
      </div>
      {open === 'list' && <UnpublishedDrawer unpublished={unpublished} onClose={() => setOpen(null)} />}
      {open === 'publish' && <PublishDialog unpublished={unpublished} onClose={() => setOpen(null)} />}
    </section>
  )
}

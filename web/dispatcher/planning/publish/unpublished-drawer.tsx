import { Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UnpublishedChange, UnpublishedChanges } from '#domain/schema/unpublished.ts'
import { formatDateTime, withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { useUnpublished } from './use-unpublished.ts'

type DrawerProps = { unpublished: UnpublishedChanges; onClose: () => void }

/** What is not published, by whom and when. What no longer fits says why. */
export function UnpublishedDrawer({ unpublished, onClose }: DrawerProps) {
  const { changes, withdrawn } = unpublished
  const { withdraw, restore } = useUnpublished(unpublished)
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Changes that are not published"
      description="In the order in which they are made. Drivers see none of them yet."
    >
      <ol className="divide-y">
        {changes.map((change) => (
          <li key={change.id}>
            <Line change={change}>
              <Button
                size="small"
                aria-label={`Take back: ${change.sentence}`}
                icon={<Undo2 aria-hidden="true" className="size-3.5" />}
                isPending={withdraw.isPending && withdraw.variables === change.id}
                onPress={() => withdraw.mutate(change.id)}
              >
                Take back
              </Button>
            </Line>
          </li>
        ))}
      </ol>
      {withdrawn.length > 0 && (
        <section className="mt-4 grid gap-1" aria-labelledby="withdrawn-changes">
          <h3 id="withdrawn-changes" className="font-semibold tracking-tight">
            Taken back
          </h3>
          <ol className="divide-y">
            {withdrawn.map((change) => (
              <li key={change.id}>
                <Line change={{ ...change, problem: null }}>
                  <Button
                    size="small"
                    aria-label={`Put back: ${change.sentence}`}
                    icon={<Redo2 aria-hidden="true" className="size-3.5" />}
                    isPending={restore.isPending && restore.variables?.includes(change.id)}
                    onPress={() => restore.mutate([change.id])}
                  >
                    Put back
                  </Button>
                </Line>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Drawer>
  )
}

type LineProps = { change: Omit<UnpublishedChange, 'edits' | 'is_yours'>; children: ReactNode }

function Line({ change: { sentence, by, at, problem }, children }: LineProps) {
  const { isAllowed } = useEditor()
  const { time_zone: zone } = useMe().workspace
  return (
    <div className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{withTimes(sentence.replace(/\.$/, ''))}</p>
        <p className="text-[0.8125rem] text-ink-muted tabular-nums">{`${by} · ${formatDateTime(at, zone)}`}</p>
        {problem && (
          <p className="mt-1 flex items-start gap-1.5 text-[0.8125rem] text-warning-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            <span>
              {problem.is_whole ? 'It no longer fits: ' : 'A part of it no longer fits: '}
              {withTimes(problem.sentence)}
            </span>
          </p>
        )}
      </div>
      {isAllowed && children}
    </div>
  )
}

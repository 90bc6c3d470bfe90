import { Check, TriangleAlert } from 'lucide-react'
import type { PlanDiff, Take } from '#domain/schema/plan-diff.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { useShownRevision } from '../optimize/revision-context.ts'
import { useAgain } from '../optimize/use-again.ts'
import { usePlanStep } from '../steps/use-plan-step.ts'
import { DiffGroupCard } from './diff-group.tsx'
import { diffFigures, newlyLate, promisesSentence } from './diff-words.ts'
import { useTake } from './use-take.ts'

const tones = { better: 'text-success-ink', worse: 'text-ink', same: 'text-ink-muted' }

/** What an optimization would change: to take as a whole, in part, or not. */
export function DiffPanel({ plan, diff }: { plan: Plan; diff: PlanDiff }) {
  const mayPlan = useMay('change_planning')
  const { chosen, choose, isOnMap, showOnMap, close } = useShownRevision()
  const { undo } = useEditor()
  const take = useTake(diff.revision, ({ revision, change }) => {
    toast({ title: change?.sentence ?? 'Taken over', action: { label: 'Undo', onPress: undo } })
    if (revision.state === 'taken') close()
  })
  const discard = usePlanStep(diff.revision, close)
  const again = useAgain(plan, diff.revision)
  const picked = diff.groups.filter(({ id }) => chosen.has(id))
  const conflicts = diff.groups.filter(({ conflict }) => conflict !== null)
  const isWhole = picked.length === diff.groups.length
  const error = take.error ?? discard.error ?? again.error
  const takeChosen = () => take.mutate(isWhole ? {} : ({ groups: picked.map(({ id }) => id) } satisfies Take))
  return (
    <>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-y-auto px-4 pt-1 pb-3">
        {diff.groups.length === 0 ? (
          <p role="status">Nothing better was found. The plan is as good as it gets with these choices.</p>
        ) : (
          <Gains diff={diff} />
        )}
        <Concerns diff={diff} />
        {diff.groups.length > 0 && (
          <Switch isSelected={isOnMap} onChange={showOnMap}>
            Show on the map: old dashed, new solid
          </Switch>
        )}
        <ul className="grid gap-2">
          {diff.groups.map((group) => (
            <li key={group.id}>
              <DiffGroupCard
                group={group}
                routes={plan.routes}
                isChosen={chosen.has(group.id)}
                onChoose={(isChosen) => {
                  const next = new Set(chosen)
                  if (isChosen) next.add(group.id)
                  else next.delete(group.id)
                  choose(next)
                }}
                {...(mayPlan && { onTakeAlone: (id: string) => take.mutate({ delivery_ids: [id] }) })}
                isTaking={take.isPending}
              />
            </li>
          ))}
        </ul>
        {diff.kept.map(({ route_id, sentence }) => (
          <p key={route_id} className="text-[0.8125rem] text-ink-muted">
            {sentence}
          </p>
        ))}
        {error && (
          <p role="alert" className="flex items-start gap-2 font-medium text-danger-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {sentenceOf(error)}
          </p>
        )}
      </div>
      {mayPlan && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
          {conflicts.length > 0 && (
            <Button className="mr-auto" isPending={again.isPending} pendingLabel="Starting" onPress={again.start}>
              Optimize again
            </Button>
          )}
          <Button isPending={discard.isPending} onPress={() => discard.mutate('discard')}>
            Discard
          </Button>
          {diff.groups.length > 0 && (
            <Button
              variant="primary"
              icon={<Check aria-hidden="true" className="size-4" />}
              isDisabled={picked.length === 0}
              isPending={take.isPending}
              pendingLabel="Taking over"
              onPress={takeChosen}
            >
              {isWhole ? 'Take all' : `Take ${countOf(picked.length, 'group')}`}
            </Button>
          )}
        </footer>
      )}
    </>
  )
}

/** What the chosen groups gain, in figures. */
function Gains({ diff }: { diff: PlanDiff }) {
  const { currency } = useMe().workspace
  const { chosen } = useShownRevision()
  const figures = diffFigures(diff, chosen, currency)
  if (!figures.length) return <p>{chosen.size ? 'No change in cost, distance or time.' : 'Nothing is chosen.'}</p>
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-4 gap-y-2">
      {figures.map(({ label, value, tone }) => (
        <div key={label}>
          <dt className="text-xs text-ink-muted">{label}</dt>
          <dd className={cx('mt-0.5 text-base font-semibold whitespace-nowrap tabular-nums', tones[tone])}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whom it would make late, and who would have to be told. */
function Concerns({ diff }: { diff: PlanDiff }) {
  const { chosen } = useShownRevision()
  const picked = diff.groups.filter(({ id }) => chosen.has(id))
  const promises = picked.reduce((total, { effect }) => total + effect.promises.length, 0)
  const late = newlyLate(picked)
  return (
    <>
      {promises > 0 && (
        <p className="rounded-lg bg-danger-soft px-3 py-2 text-[0.8125rem] font-medium text-danger-ink">
          {promisesSentence(promises)}
        </p>
      )}
      {late > 0 && (
        <p className="rounded-lg bg-warning-soft px-3 py-2 text-[0.8125rem] text-warning-ink">
          {countOf(late, 'delivery', 'deliveries')} would be late that {late === 1 ? 'is' : 'are'} not now.
        </p>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Plan, PlanSummary } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { obstaclesFor, planningDayQuery } from '../planning-day.ts'
import { Clashes } from '../set-up/clashes.tsx'
import { useLongestSeconds } from '../use-longest-seconds.ts'
import { useOptimize } from '../use-optimize.ts'
import {
  choicesOf,
  goalOptions,
  mayKeepOrder,
  mayLimitChanges,
  scopeOf,
  usualWish,
  type Goal,
  type Wish,
} from './wish.ts'

type OptimizeDialogProps = {
  plan: Plan
  /** The routes that are selected, if any. */
  routeIds: readonly string[]
  onStarted: (revision: PlanSummary) => void
  onClose: () => void
}

const defaultSeconds = 10

/** Asks what of a plan is to be optimized anew, and how. Nothing changes before somebody has seen the result. */
export function OptimizeDialog({ plan, routeIds, onStarted, onClose }: OptimizeDialogProps) {
  const longest = useLongestSeconds()
  const [wish, setWish] = useState<Wish>({ ...usualWish, scope: routeIds.length > 1 ? 'routes' : 'day' })
  const [seconds, setSeconds] = useState(Math.min(defaultSeconds, longest))
  const set = (part: Partial<Wish>) => setWish({ ...wish, ...part })
  const clashes = useClashes(plan)
  const optimize = useOptimize(onStarted)
  const start = () =>
    optimize.mutate({
      day: plan.day,
      revises: plan.id,
      scope: scopeOf(wish, routeIds),
      choices: choicesOf(wish),
      time_limit_seconds: seconds,
    })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="medium"
      title="Optimize the plan"
      description="You see what would change before anything does. What is done, next or locked stays."
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<Sparkles aria-hidden="true" className="size-4" />}
            isDisabled={clashes.length > 0}
            isPending={optimize.isPending}
            pendingLabel="Starting"
            onPress={start}
          >
            Optimize
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <RadioGroup
          label="What"
          value={wish.scope}
          onChange={(scope) => set({ scope: scope as Wish['scope'] })}
          options={scopesOf(plan, routeIds)}
          className="[&_label]:basis-full"
        />
        <RadioGroup
          label="Aim for"
          value={wish.goal}
          onChange={(goal) => set({ goal: goal as Goal })}
          options={goalOptions}
          className="[&_label]:basis-full"
        />
        <div className="grid gap-4">
          <Checkbox
            isSelected={wish.keepsOrder && mayKeepOrder(wish)}
            isDisabled={!mayKeepOrder(wish)}
            onChange={(keepsOrder) => set({ keepsOrder })}
          >
            Keep the order
            <span className="block text-[0.8125rem] text-ink-muted">
              Every stop stays with its driver and in its order; unassigned deliveries come in between.
            </span>
          </Checkbox>
          {mayLimitChanges(wish) && (
            <NumberField
              label="Change drivers of at most"
              description="Empty for any number."
              unit="deliveries"
              minValue={0}
              maxValue={5000}
              step={1}
              value={wish.mostChanges}
              onChange={(mostChanges) => set({ mostChanges })}
            />
          )}
        </div>
        <Fold title="Time" summary={`At most ${countOf(seconds, 'second')}`}>
          <NumberField
            label="Time limit in seconds"
            description="It ends earlier once no better plan is to be expected."
            unit="s"
            minValue={1}
            maxValue={longest}
            step={1}
            value={seconds}
            onChange={(value) => setSeconds(Number.isNaN(value) ? defaultSeconds : value)}
          />
        </Fold>
        {clashes.length > 0 && <Clashes sentences={clashes} />}
        {optimize.error && (
          <LoadError
            title="The calculation did not start"
            error={optimize.error}
            onRetry={start}
            isRetrying={optimize.isPending}
          />
        )}
      </div>
    </Dialog>
  )
}

/** What cannot be planned together with the drivers of the plan. */
function useClashes({ day, depot_id, driver_ids, routes }: Plan): string[] {
  const planningDay = useQuery(planningDayQuery(day, depot_id ?? '')).data
  const ids = new Set([...driver_ids, ...routes.map(({ driver_id }) => driver_id)])
  return obstaclesFor(
    planningDay,
    [...ids].map((id) => ({ id })),
  )
}

function scopesOf({ routes, unassigned }: Plan, routeIds: readonly string[]) {
  const names = routes.filter(({ id }) => routeIds.includes(id)).map(({ driver_name }) => driver_name)
  return [
    { id: 'day', label: 'The whole plan', description: countOf(routes.length, 'route') },
    {
      id: 'routes',
      label: names.length > 2 ? `${names.length} selected routes` : `Selected: ${names.join(', ') || 'no route'}`,
      description: names.length === 0 ? 'Select a route, or stops of several' : undefined,
      isDisabled: names.length === 0,
    },
    {
      id: 'unassigned',
      label: 'Unassigned only',
      description: unassigned.length ? countOf(unassigned.length, 'delivery', 'deliveries') : 'And what came in since',
    },
  ]
}

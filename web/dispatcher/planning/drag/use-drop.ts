import { useQueryClient } from '@tanstack/react-query'
import { changeInBulk } from '#domain/api/bulk.ts'
import type { DropAnswer, DropQuestion } from '#domain/drop/drop-board.ts'
import { dropEdits } from '#domain/drop/drop-edits.ts'
import { editableRoutes } from '#domain/drop/drop-plan.ts'
import type { EditFacts } from '#domain/plan-change/edit-route.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { useEditor } from '../changes/editor-context.ts'
import type { Proposal } from '../changes/proposals.ts'
import { isFine } from './drop-words.ts'
import type { Picked } from './pick.ts'

/** Makes a drop. Whoever has seen its figures is asked no more, unless something would break. */
export function useDrop() {
  const { propose, doKnown, select } = useEditor()
  const client = useQueryClient()
  return async (plan: Plan, picked: Picked, target: DropQuestion, answer: DropAnswer | null) => {
    const changes = answer?.kind === 'effect' ? answer.edits : withoutFigures(plan, picked, target)
    const proposal: Proposal = { title: titleOf(plan, picked, target), verb: verbOf(target), changes }
    if (target.kind === 'day' && picked.dragged.delivery_ids.length > 0) {
      const body = { ids: [...picked.dragged.delivery_ids], change: { scheduled_date: target.day } }
      try {
        await call(changeInBulk, { body })
        toast({ title: proposal.title })
      } catch (error) {
        toast({ tone: 'error', title: sentenceOf(error) })
        return
      } finally {
        void client.invalidateQueries({ queryKey: keys.plans.all })
        void client.invalidateQueries({ queryKey: keys.deliveries.all })
      }
    }
    if (changes.length === 0) return
    if (isFine(answer)) await doKnown(proposal, () => select([]))
    else propose(proposal)
  }
}

/** What the server works out where the engine of the page does not. Stops go to the very place where they were dropped. */
export function withoutFigures(plan: Plan, { dragged, stops }: Picked, target: DropQuestion): Proposal['changes'] {
  const delivery_ids = [...new Set(stops.flatMap(({ delivery_id }) => delivery_id ?? []))]
  const isMoved = delivery_ids.length > 0
  switch (target.kind) {
    case 'unassigned':
      return isMoved ? [{ type: 'remove', delivery_ids }] : []
    case 'day':
      return isMoved ? [{ type: 'remove', delivery_ids, scheduled_date: target.day }] : []
    default: {
      if (target.kind === 'place' && dragged.delivery_ids.length === 0)
        return dropEdits(editableRoutes(plan.routes), dragged, target, shownFacts(plan))
      const to = target.kind === 'driver' ? { driver_id: target.driver_id } : { route_id: target.route_id }
      const inserted = dragged.delivery_ids.map((delivery_id) => ({ type: 'insert' as const, delivery_id, ...to }))
      return [...(isMoved ? [{ type: 'move' as const, delivery_ids, ...to }] : []), ...inserted]
    }
  }
}

/** What the plan itself tells of its deliveries and drivers. */
function shownFacts({ routes }: Plan): EditFacts {
  const stops = routes.flatMap((route) => route.stops)
  return {
    kindsOf: (id) => editableRoutes(routes).flatMap((route) => route.stops.flatMap((stop) => (stop.delivery_id === id ? stop.kind : []))), // prettier-ignore
    vehicleOf: () => null,
    nameOf: (id) => routes.find(({ driver_id }) => driver_id === id)?.driver_name ?? '',
    numberOf: (id) => stops.find(({ delivery_id }) => delivery_id === id)?.delivery_number ?? 0,
    newId: () => 'new',
  }
}

const verbOf = ({ kind }: DropQuestion) => (kind === 'unassigned' ? 'Take off' : 'Move')

function titleOf(plan: Plan, { label }: Picked, target: DropQuestion): string {
  if (target.kind === 'unassigned') return `Take ${label} off the plan`
  if (target.kind === 'day') return `Move ${label} to ${formatDay(target.day)}`
  if (target.kind === 'driver') return `Move ${label} to a new route`
  return `Move ${label} to ${plan.routes.find(({ id }) => id === target.route_id)?.driver_name ?? 'another route'}`
}

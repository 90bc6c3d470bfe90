import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { PlanDiff } from '#domain/schema/plan-diff.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { planSummaryQuery } from '../plan-queries.ts'
import { stepKey } from '../steps/use-plan-step.ts'
import { RevisionContext, type ShownRevision } from './revision-context.ts'
import { bestPlanQuery, planDiffQuery } from './revision-queries.ts'

/** Keeps which revision of the plan is looked at, in the address, so that a reload or a link shows it again. */
export function RevisionProvider({ base, children }: { base: PlanSummary; children: ReactNode }) {
  const [query, setQuery] = useSearchParams()
  const id = query.get('revision')
  const summary = useQuery({ ...planSummaryQuery(id ?? ''), enabled: id !== null })
  const asked = id !== null && summary.data?.revises === base.id ? summary.data : undefined
  // What was taken is in the plan, and a message says so.
  const revision = asked?.state === 'taken' ? undefined : asked
  const best = useQuery({ ...bestPlanQuery(revision ?? base), ...(!revision && { enabled: false }) })
  const isEnding = useIsMutating({ mutationKey: stepKey(revision?.id) }) > 0
  const diff = useQuery({ ...planDiffQuery(revision, base), ...(isEnding && { enabled: false }) })
  const [left, setLeft] = useState<{ id: string; groups: ReadonlySet<string> } | null>(null)
  const [isOnMap, showOnMap] = useState(true)
  const show = (next: string | null) => {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete('revision')
        else after.set('revision', next)
        return after
      },
      { replace: true },
    )
  }
  // What somebody left out is kept, so that everything else is chosen, also what comes later.
  const leftOut = left?.id === id ? left.groups : none
  const takeable = diff.data?.groups.filter(({ conflict }) => conflict === null).map((group) => group.id) ?? []
  // The map redraws when these change, so they stay the same until something in them does.
  const chosenIds = takeable.filter((group) => !leftOut.has(group)).join(' ')
  const chosen = useMemo(() => new Set(chosenIds.split(' ').filter(Boolean)), [chosenIds])
  const result = useMemo(() => diff.data && resultOf(diff.data, chosen), [diff.data, chosen])
  const shown: ShownRevision = {
    revision,
    error: summary.error,
    best: revision?.state === 'optimizing' && isOnMap ? best.data : undefined,
    diff,
    chosen,
    choose: (groups) => id !== null && setLeft({ id, groups: new Set(takeable.filter((group) => !groups.has(group))) }),
    result: revision?.state === 'draft' && isOnMap ? result : undefined,
    isOnMap,
    showOnMap,
    open: show,
    close: () => show(null),
  }
  return <RevisionContext value={shown}>{children}</RevisionContext>
}

const none: ReadonlySet<string> = new Set()

/** The routes that chosen groups change. New ones have no id yet, and are known by their driver. */
function resultOf({ groups, result }: PlanDiff, chosen: ReadonlySet<string>): ShownRevision['result'] {
  const routes = groups.filter(({ id }) => chosen.has(id)).flatMap((group) => group.routes)
  const ids = new Set(routes.map(({ route_id }) => route_id))
  const drivers = new Set(routes.flatMap(({ route_id, driver_id }) => (route_id === null ? driver_id : [])))
  const known = new Set(groups.flatMap((group) => group.routes.map(({ route_id }) => route_id)))
  return {
    routes: result.routes.filter(({ id, driver_id }) => (known.has(id) ? ids.has(id) : drivers.has(driver_id))),
    removed_route_ids: result.removed_route_ids.filter((id) => ids.has(id)),
  }
}

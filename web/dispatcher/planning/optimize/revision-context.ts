import { createContext, useContext } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { PlanDiff } from '#domain/schema/plan-diff.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { BestPlan } from '#domain/schema/revision.ts'

/** The revision of a plan that is being looked at. */
export type ShownRevision = {
  revision: PlanSummary | undefined
  error: unknown
  /** The best routes so far, while it is calculated. */
  best: BestPlan | undefined
  diff: UseQueryResult<PlanDiff>
  /** The groups that are to be taken. */
  chosen: ReadonlySet<string>
  choose: (groups: ReadonlySet<string>) => void
  /** What taking the chosen groups makes of the routes, to be drawn. */
  result: Pick<PlanChangeResult, 'routes' | 'removed_route_ids'> | undefined
  isOnMap: boolean
  showOnMap: (isOnMap: boolean) => void
  open: (id: string) => void
  close: () => void
}

export const RevisionContext = createContext<ShownRevision | null>(null)

/** The revision that is being looked at. */
export function useShownRevision(): ShownRevision {
  const shown = useContext(RevisionContext)
  if (!shown) throw new Error('Revisions are shown inside a RevisionProvider.')
  return shown
}

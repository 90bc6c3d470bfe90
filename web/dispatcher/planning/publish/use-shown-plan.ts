import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { planQuery } from '../plan-queries.ts'
import { hasRoutes } from '../plan-words.ts'
import { planWithChanges } from './plan-with-changes.ts'
import { unpublishedQuery } from './unpublished-queries.ts'

const none: ReadonlySet<string> = new Set()

/** The plan as the board shows it: as it will be, or as drivers see it. */
export function useShownPlan(summary: PlanSummary) {
  const [isWanted, showPublished] = useState(false)
  const published = useQuery({ ...planQuery(summary), enabled: hasRoutes(summary.state) }).data
  const unpublished = useQuery(unpublishedQuery(summary)).data
  const hasChanges = (unpublished?.changes.length ?? 0) > 0
  const isPublishedShown = isWanted && hasChanges
  const next = useMemo(
    () => published && (unpublished && hasChanges ? planWithChanges(published, unpublished) : published),
    [published, unpublished, hasChanges],
  )
  const unpublishedRoutes = useMemo(
    () => (hasChanges ? new Set(unpublished?.result?.routes.map(({ id }) => id)) : none),
    [unpublished, hasChanges],
  )
  return { plan: isPublishedShown ? published : next, isPublishedShown, showPublished, unpublishedRoutes }
}

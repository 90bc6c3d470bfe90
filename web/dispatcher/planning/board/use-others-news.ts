import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { toast } from '#web/ui/toast.tsx'
import { planChangesQuery } from '../changes/change-queries.ts'
import { useEditor } from '../changes/editor-context.ts'
import { unpublishedQuery, waitsForPublishing } from '../publish/unpublished-queries.ts'
import { othersNews } from './others-news.ts'

/** Says what others do to the plan while it is open, so that two dispatchers do not work against each other. */
export function useOthersNews(plan: PlanSummary): void {
  const { ask } = useEditor()
  const history = useQuery(planChangesQuery(plan.id)).data
  const unpublished = useQuery(unpublishedQuery(plan)).data?.changes
  const isLoaded = history !== undefined && (unpublished !== undefined || !waitsForPublishing(plan))
  const known = useRef<ReadonlySet<string>>(undefined)
  const closeLast = useRef(() => {})
  useEffect(() => {
    if (!isLoaded) return
    const made = [...(unpublished?.toReversed() ?? []), ...history]
    const news = known.current && othersNews(made, known.current, Date.now())
    known.current = new Set(made.map(({ id }) => id))
    if (!news) return
    closeLast.current()
    closeLast.current = toast({
      tone: 'info',
      ...news,
      action: { label: 'Show', onPress: () => ask({ kind: 'history' }) },
    })
  }, [isLoaded, history, unpublished, ask])
}

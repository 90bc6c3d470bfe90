import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { toast } from '#web/ui/toast.tsx'
import { keys } from '#web/lib/keys.ts'
import { planChangesQuery } from '../changes/change-queries.ts'
import { useEditor } from '../changes/editor-context.ts'
import { planSummaryQuery } from '../plan-queries.ts'
import { awayNews } from './away-news.ts'

const everyMs = 15_000
/** A timer that is this late was not kept from running by work alone. */
const sleptMs = 5 * 60_000

/**
 * Reads everything again when the device wakes up after a sleep, and says what changed meanwhile. The live connection does
 * the same as soon as it notices that it was cut; a laptop may be open for a minute before that.
 */
export function useWake({ id, version, state }: Pick<PlanSummary, 'id' | 'version' | 'state'>): void {
  const client = useQueryClient()
  const { ask } = useEditor()
  const known = useRef({ version, state, ask })
  useEffect(() => {
    known.current = { version, state, ask }
  })
  useEffect(() => {
    let last = { at: Date.now(), plan: known.current }
    const wake = async (since: number, before: typeof known.current) => {
      const after = await client.fetchQuery({ ...planSummaryQuery(id), staleTime: 0 })
      const history = await client.fetchQuery({ ...planChangesQuery(id), staleTime: 0 })
      void client.invalidateQueries({ queryKey: keys.plans.all })
      const news = awayNews(before, after, history, since)
      if (news) {
        const action = { label: 'Show', onPress: () => known.current.ask({ kind: 'history' }) }
        toast({ tone: 'info', ...news, action })
      }
    }
    const look = () => {
      const { at, plan } = last
      last = { at: Date.now(), plan: known.current }
      // Without a connection, the page says so itself, and reads again once there is one.
      if (last.at - at > sleptMs) wake(at, plan).catch(() => {})
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, id])
}

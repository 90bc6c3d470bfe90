import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { deleteReport, restoreReport, sendReport } from '#domain/api/reports.ts'
import type { Report } from '#domain/schema/report.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { newReportPath, toValues } from './report-values.ts'

/** What can be done to reports. It happens at once, with Undo. */
export function useReportActions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: keys.reports.all })
    const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
      try {
        await change()
        return true
      } catch (error) {
        toast({ tone: 'error', title: sentenceOf(error) })
        return false
      } finally {
        await refresh()
      }
    }
    return {
      refresh,
      duplicate: (report: Report) =>
        navigate(newReportPath({ ...toValues(report), name: `${report.name.slice(0, 93)} (copy)` })),
      send: async (report: Report) => {
        const isDone = await attempt(() =>
          call(sendReport, { params: { id: report.id }, idempotencyKey: newIdempotencyKey() }),
        )
        if (isDone) toast({ tone: 'success', title: `“${report.name}” is on its way` })
      },
      remove: async (report: Report): Promise<boolean> => {
        const isDone = await attempt(() => call(deleteReport, { params: { id: report.id }, version: report.version }))
        if (!isDone) return false
        const again = () => attempt(() => call(restoreReport, { params: { id: report.id } }))
        toast({
          title: `The report “${report.name}” was deleted`,
          action: { label: 'Undo', onPress: () => void again() },
        })
        return true
      },
    }
  }, [client, navigate])
}

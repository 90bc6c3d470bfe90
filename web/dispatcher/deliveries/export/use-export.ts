import { dayOf } from '#domain/time.ts'
import { useRef, useState } from 'react'
import { noteExport } from '#domain/api/audit.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { toast } from '#web/ui/toast.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'
import { toQuery, type DeliveriesFilter } from '../deliveries-address.ts'
import { readAll, toCsv } from './export-csv.ts'

/** The most rows that one call returns. */
const exportPageSize = 200

export type ExportState = { done: number; total: number; failure?: unknown }

/** Fetches the whole filtered list and saves it as a file. `state` is set while it runs or after it failed. */
export function useExport(filter: DeliveriesFilter, total: number) {
  const { workspace } = useMe()
  const { names } = useScopeNames()
  const [state, setState] = useState<ExportState>()
  const running = useRef<AbortController>(undefined)

  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ done: 0, total })
    try {
      const all = await readAll(
        (cursor) => call(listDeliveries, { query: { ...toQuery(filter), cursor, limit: exportPageSize }, signal }),
        (done, all) => setState({ done, total: all }),
        signal,
      )
      saveFile(`karta-deliveries-${dayOf(new Date(), workspace.time_zone)}.csv`, toCsv(all, names), 'text/csv')
      // The file is there already. That the audit log could not be told is no reason to say that it failed.
      void call(noteExport, { body: { what: 'deliveries', format: 'csv', rows: all.length } }).catch(() => {})
      toast({ title: `${countOf(all.length, 'delivery', 'deliveries')} exported` })
      setState(undefined)
    } catch (failure) {
      if (!signal.aborted) setState({ done: 0, total, failure })
    }
  }

  const cancel = () => {
    running.current?.abort()
    setState(undefined)
  }

  return { state, start: () => void start(), cancel }
}

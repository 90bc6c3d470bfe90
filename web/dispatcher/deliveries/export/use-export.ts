import { dayOf } from '#domain/time.ts'
import { useRef, useState } from 'react'
import { noteExport } from '#domain/api/audit.ts'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { writeRanges } from '#domain/number-ranges.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { saveParts } from '#web/lib/save-file.ts'
import { toast } from '#web/ui/toast.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'
import type { Selection } from '../bulk/use-selection.ts'
import { toQuery, type DeliveriesFilter } from '../deliveries-address.ts'
import { useCustomFields } from '../form/use-custom-fields.ts'
import { readAll } from './export-csv.ts'
import { beginFile, type ExportFormat } from './export-file.ts'

/** The most rows that one call returns. */
const exportPageSize = 200

export type ExportState = { format: ExportFormat; done: number; total: number; failure?: unknown }

/**
 * Fetches what is selected, or else the whole filtered list, and saves it as a file. `state` is set while it runs or after
 * it failed.
 */
export function useExport(filter: DeliveriesFilter, total: number, selection: Selection) {
  const { workspace } = useMe()
  const { names } = useScopeNames()
  const customFields = useCustomFields()
  const [state, setState] = useState<ExportState>()
  const running = useRef<AbortController>(undefined)
  const isSome = selection.count > 0 && !selection.isEverything

  const start = async (format: ExportFormat) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const chosen = isSome ? { numbers: writeRanges(selection.rows.map(({ number }) => number)) } : {}
    const query = { ...toQuery(filter), ...chosen }
    setState({ format, done: 0, total: isSome ? selection.count : total })
    try {
      const file = await beginFile(format, { names, currency: workspace.currency, customFields })
      const rows = await readAll(
        (cursor) => call(listDeliveries, { query: { ...query, cursor, limit: exportPageSize }, signal }),
        (page, done, all) => {
          file.add(page)
          setState({ format, done, total: all })
        },
        signal,
      )
      const { parts, type } = file.finish()
      saveParts(`karta-deliveries-${dayOf(new Date(), workspace.time_zone)}.${format}`, parts, type)
      // The file is there already. That the audit log could not be told is no reason to say that it failed.
      void call(noteExport, { body: { what: 'deliveries', format, rows } }).catch(() => {})
      toast({ title: `${countOf(rows, 'delivery', 'deliveries')} exported` })
      setState(undefined)
    } catch (failure) {
      if (!signal.aborted) setState({ format, done: 0, total, failure })
    }
  }

  const cancel = () => {
    running.current?.abort()
    setState(undefined)
  }

  return { state, start: (format: ExportFormat) => void start(format), cancel }
}

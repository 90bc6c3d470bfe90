import { useQuery } from '@tanstack/react-query'
import { cancelMissing, undoInBulk } from '#domain/api/bulk.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import type { ImportKind } from './import-kind.ts'
import type { PreparedRow } from '#domain/sheets/prepare-rows.ts'

type Asked<Field extends string, Row> = {
  kind: ImportKind<Field, Row>
  rows: readonly PreparedRow<Field, Row>[]
  isAsked: boolean
  /** Of the look at the preview. */
  id: string
}

/** The deliveries of the file's days that the file lacks, which a sync cancels. */
export function useMissing<Field extends string, Row>({ rows, isAsked, id }: Asked<Field, Row>) {
  const list = listOf(rows)
  const query = useQuery({
    queryKey: keys.importMissing(id),
    queryFn: ({ signal }) => call(cancelMissing, { body: { ...list, dry_run: true }, signal }),
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return {
    isAsked,
    query,
    days: list.days,
    /** Nothing is cancelled before it was shown. */
    isUnknown: isAsked && !query.data,
    /** Cancels them once the rows are there, and says how many. Those that were not shown stay. */
    async cancel(): Promise<number> {
      if (!query.data?.missing.length) return 0
      const { changed } = await call(cancelMissing, { body: list })
      toast({
        title: `${countOf(changed.length, 'delivery', 'deliveries')} canceled, because the file lacks them`,
        action: { label: 'Undo', onPress: () => void undo(changed.map(({ event_id }) => event_id)) },
      })
      return changed.length
    },
  }
}

async function undo(event_ids: string[]): Promise<void> {
  try {
    const { changed } = await call(undoInBulk, { body: { event_ids } })
    toast({ title: `${countOf(changed.length, 'delivery is', 'deliveries are')} back as before` })
  } catch (error) {
    toast({ tone: 'error', title: sentenceOf(error) })
  }
}

/** What the file lists. Rows with errors are listed too: a typing error must not cancel an order. */
function listOf(rows: readonly PreparedRow[]) {
  const days = new Set<string>()
  const references = new Set<string>()
  for (const { row, cells } of rows) {
    const { scheduled_date } = (row ?? {}) as { scheduled_date?: string | null }
    if (scheduled_date) days.add(scheduled_date)
    const reference = (cells as Record<string, string | undefined>).reference?.trim()
    if (reference) references.add(reference)
  }
  return { source: 'csv' as const, days: [...days].toSorted().slice(0, 31), references: [...references] }
}

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listClientCharges, previewInvoices } from '#domain/api/client-billing.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { formatMonth } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table } from '#web/ui/table.tsx'
import { ChargeDialog } from './charge-dialog.tsx'
import { chargeColumns } from './charge-columns.tsx'
import { InvoicePreviewCard } from './invoice-preview.tsx'
import { newestMonths, readMonth } from './months.ts'

/** What a client was charged in a month, and what is left to invoice until its end. */
export function MonthOfClient({ clientId }: { clientId: string }) {
  const { workspace } = useMe()
  const mayChange = useMay('manage_workspace')
  const [params, setParams] = useSearchParams()
  const today = dayOf(new Date(), workspace.time_zone)
  const month = readMonth(params.get('month'), today)
  const [isAdding, setAdding] = useState(false)
  const preview = useQuery({
    queryKey: keys.clients.preview(clientId, month),
    queryFn: ({ signal }) => call(previewInvoices, { params: { id: clientId }, query: { month }, signal }),
    placeholderData: keepPreviousData,
  })
  const charges = useInfiniteQuery({
    queryKey: keys.clients.charges(clientId, month),
    queryFn: ({ pageParam, signal }) =>
      call(listClientCharges, { params: { id: clientId }, query: { month, limit: 100, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const failed = charges.isLoadingError ? charges : preview.isLoadingError ? preview : undefined
  if (failed) {
    return (
      <LoadError
        title="The charges could not be loaded"
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    )
  }
  const months = [...new Set([month, ...newestMonths(today)])].toSorted().toReversed()
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Month"
          className="w-52 max-sm:w-full"
          options={months.map((id) => ({ id, label: formatMonth(id) }))}
          value={month}
          onChange={(id) => setParams({ month: String(id) }, { replace: true, preventScrollReset: true })}
        />
        {mayChange && (
          <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => setAdding(true)}>
            Charge something else
          </Button>
        )}
      </div>
      <InvoicePreviewCard clientId={clientId} month={month} preview={preview.data} mayMake={mayChange} />
      <Card isPadded={false}>
        <Table
          label={`Charges in ${formatMonth(month)}`}
          columns={chargeColumns}
          rows={charges.data?.pages.flatMap(({ data }) => data) ?? []}
          rowKey={({ id }) => id}
          rowText={({ number, lines }) => (number === null ? (lines[0]?.text ?? '') : `#${number}`)}
          isLoading={charges.isPending}
          isRefreshing={charges.isPlaceholderData}
          needsDesktop
          empty={
            <EmptyState icon={<ReceiptText />} title={`Nothing charged in ${formatMonth(month)}`}>
              Each delivery is charged as it ends, once the client has a rate card.
            </EmptyState>
          }
        />
      </Card>
      {charges.hasNextPage && (
        <Button
          className="justify-self-center"
          isPending={charges.isFetchingNextPage}
          onPress={() => void charges.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {isAdding && <ChargeDialog clientId={clientId} today={today} onClose={() => setAdding(false)} />}
    </div>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, FileText, Printer } from 'lucide-react'
import { useState } from 'react'
import { exportInvoice, listClientInvoices, printInvoice } from '#domain/api/client-billing.ts'
import type { ClientInvoice } from '#domain/schema/client-billing.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { formatDate, formatMoney, formatMonth } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { toast } from '#web/ui/toast.tsx'
import { printFile } from '../print/print-file.ts'
import { CreditDialog } from './credit-dialog.tsx'

const titleOf = ({ kind, number }: ClientInvoice) => `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`

/** Invoices and credit notes, as PDF and CSV. */
export function InvoiceList({ clientId }: { clientId: string }) {
  const { workspace } = useMe()
  const mayCredit = useMay('manage_workspace')
  const [crediting, setCrediting] = useState<ClientInvoice>()
  const invoices = useInfiniteQuery({
    queryKey: keys.clients.invoices(clientId),
    queryFn: ({ pageParam, signal }) =>
      call(listClientInvoices, { params: { id: clientId }, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  if (invoices.isLoadingError) {
    return (
      <LoadError
        title="The invoices could not be loaded"
        error={invoices.error}
        onRetry={() => void invoices.refetch()}
        isRetrying={invoices.isFetching}
      />
    )
  }
  const menuOf = (invoice: ClientInvoice) =>
    invoice.kind === 'invoice' && <MenuItem onAction={() => setCrediting(invoice)}>Make a credit note</MenuItem>
  return (
    <div className="grid gap-5">
      <Card isPadded={false}>
        <Table
          label="Invoices"
          columns={columnsFor(workspace.time_zone)}
          rows={invoices.data?.pages.flatMap(({ data }) => data) ?? []}
          rowKey={({ id }) => id}
          rowText={titleOf}
          isLoading={invoices.isPending}
          needsDesktop
          rowMenu={mayCredit ? menuOf : undefined}
          empty={
            <EmptyState icon={<FileText />} title="No invoices yet">
              Invoices of a month, and credit notes that correct them, appear here.
            </EmptyState>
          }
        />
      </Card>
      {invoices.hasNextPage && (
        <Button
          className="justify-self-center"
          isPending={invoices.isFetchingNextPage}
          onPress={() => void invoices.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {crediting && <CreditDialog invoice={crediting} onClose={() => setCrediting(undefined)} />}
    </div>
  )
}

function columnsFor(zone: string): TableColumn<ClientInvoice>[] {
  const money = (minor: number, { currency }: ClientInvoice) => (
    <span className="tabular-nums">{formatMoney(minor, currency)}</span>
  )
  return [
    {
      id: 'title',
      header: 'Number',
      isRowHeader: true,
      cell: (invoice) => (
        <span className="block font-medium">
          {titleOf(invoice)}
          {invoice.reason && (
            <span className="block text-[0.8125rem] font-normal text-ink-muted">{invoice.reason}</span>
          )}
        </span>
      ),
    },
    { id: 'month', header: 'Month', width: 'w-40', cell: ({ month }) => formatMonth(month) },
    { id: 'made', header: 'Made', width: 'w-32', hideBelow: 'lg', cell: ({ made_at }) => formatDate(made_at, zone) },
    { id: 'net', header: 'Net', align: 'end', width: 'w-36', cell: (invoice) => money(invoice.net, invoice) },
    { id: 'total', header: 'Total', align: 'end', width: 'w-36', cell: (invoice) => money(invoice.total, invoice) },
    { id: 'files', header: 'Files', width: 'w-28', cell: (invoice) => <Files invoice={invoice} /> },
  ]
}

function Files({ invoice }: { invoice: ClientInvoice }) {
  const params = { id: invoice.id }
  const name = titleOf(invoice).toLowerCase().replaceAll(' ', '-')
  const save = async () => {
    try {
      saveFile(`${name}.csv`, await call(exportInvoice, { params }), 'text/csv')
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }
  return (
    <span className="flex">
      <IconButton
        label={`PDF of ${titleOf(invoice)}`}
        icon={<Printer className="size-4" />}
        onPress={() => void printFile(`${name}.pdf`, () => callForFile(printInvoice, { params }))}
      />
      <IconButton
        label={`CSV of ${titleOf(invoice)}`}
        icon={<Download className="size-4" />}
        onPress={() => void save()}
      />
    </span>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { makeInvoices } from '#domain/api/client-billing.ts'
import type { InvoicePreview } from '#domain/schema/client-billing.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { countOf, formatMoney, formatMonth } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { clientId: string; month: string; preview: InvoicePreview | undefined; mayMake: boolean }

/** What is left to invoice until the end of a month, and the button that makes it an invoice. */
export function InvoicePreviewCard({ clientId, month, preview, mayMake }: Props) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const key = useRef(newIdempotencyKey())
  const make = useMutation({
    mutationFn: () => call(makeInvoices, { params: { id: clientId }, body: { month }, idempotencyKey: key.current }),
    onSuccess: async ({ data }) => {
      key.current = newIdempotencyKey()
      await client.invalidateQueries({ queryKey: keys.clients.billing })
      toast({ tone: 'success', title: data.map(({ number }) => `Invoice ${number} was made`).join(', ') })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  const invoices = preview?.invoices ?? []
  return (
    <Card
      title="To invoice"
      description={`All that ended by the end of ${formatMonth(month)} and is on no invoice`}
      actions={
        mayMake &&
        invoices.length > 0 && (
          <Button variant="primary" isPending={make.isPending} onPress={() => setAsking(true)}>
            {invoices.length > 1 ? 'Make invoices' : 'Make invoice'}
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        {!preview && <Skeleton className="h-6 w-64" />}
        {preview && invoices.length === 0 && <p className="text-ink-muted">Nothing is left to invoice.</p>}
        {invoices.map((invoice) => (
          <Totals key={invoice.currency} invoice={invoice} />
        ))}
        {preview && <WhatWaits preview={preview} />}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Invoice ${formatMonth(month)}?`}
        confirmLabel="Make it"
        onConfirm={() => make.mutate()}
      >
        An invoice has a number and never changes. A credit note can correct it.
      </ConfirmDialog>
    </Card>
  )
}

function Totals({ invoice }: { invoice: InvoicePreview['invoices'][number] }) {
  const { currency, charges, net, taxes, total } = invoice
  const tax = taxes
    .filter((each) => each.tax !== 0)
    .map((each) => `${each.percent}% tax ${formatMoney(each.tax, currency)}`)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-xl font-semibold tabular-nums">{formatMoney(total, currency)}</span>
      <span className="text-ink-muted">
        {[countOf(charges, 'charge'), `net ${formatMoney(net, currency)}`, ...tax].join(' · ')}
      </span>
    </p>
  )
}

/** What no invoice takes yet, and why. */
function WhatWaits({ preview: { without_rates, open, waiting } }: { preview: InvoicePreview }) {
  return (
    <>
      {without_rates > 0 && (
        <Banner tone="warning">
          {countOf(without_rates, 'delivery ended', 'deliveries ended')} on days without a rate card.{' '}
          <Link to="?tab=rates">Add a card for those days</Link>
        </Banner>
      )}
      {open > 0 && (
        <p className="text-ink-muted">
          {countOf(open, 'charged delivery is', 'charged deliveries are')} open again, and wait until they end.
        </p>
      )}
      {waiting > 0 && <p className="text-ink-muted">{countOf(waiting, 'charge')} will have a price in seconds.</p>}
    </>
  )
}

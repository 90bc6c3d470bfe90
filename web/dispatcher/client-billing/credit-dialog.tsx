import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { creditInvoice, listClientCharges } from '#domain/api/client-billing.ts'
import type { ClientCharge, ClientInvoice } from '#domain/schema/client-billing.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { everyPage } from '../every-page.ts'

const nameOf = ({ number, day, lines }: ClientCharge) =>
  [number === null ? lines[0]?.text : `#${number}`, formatDay(day)].join(' · ')

/** Takes back charges of an invoice: all of them unless some are chosen. */
export function CreditDialog({ invoice, onClose }: { invoice: ClientInvoice; onClose: () => void }) {
  const client = useQueryClient()
  const charges = useQuery({
    queryKey: keys.clients.chargesOf(invoice.client_id, invoice.id),
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        call(listClientCharges, {
          params: { id: invoice.client_id },
          query: { invoice_id: invoice.id, limit: 200, cursor },
          signal,
        }),
      ),
  })
  const left = charges.data?.filter(({ credit_id }) => credit_id === null) ?? []
  const [chosen, setChosen] = useState<string[]>([])
  const [reason, setReason] = useState('')
  const key = useRef(newIdempotencyKey())
  const credited = chosen.length ? left.filter(({ id }) => chosen.includes(id)) : left
  const credit = useMutation({
    mutationFn: () =>
      call(creditInvoice, {
        params: { id: invoice.id },
        body: { charge_ids: chosen.length ? chosen : null, reason: reason.trim() },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ number }) => {
      await client.invalidateQueries({ queryKey: keys.clients.billing })
      toast({ tone: 'success', title: `Credit note ${number} was made` })
      onClose()
    },
  })
  const net = credited.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Correct invoice ${invoice.number}`}
      description="A credit note takes back what you choose, or all that is left if you choose nothing. It never changes."
      footer={
        <>
          <p className="mr-auto self-center text-ink-muted">Net {formatMoney(-net, invoice.currency)}</p>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={left.length === 0 || reason.trim() === ''}
            isPending={credit.isPending}
            onPress={() => credit.mutate()}
          >
            Make credit note
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField label="Reason" value={reason} onChange={setReason} maxLength={300} isRequired autoFocus />
        {charges.isPending && <Spinner label="Loading" />}
        {charges.data && left.length === 0 && (
          <p className="text-ink-muted">Credit notes took back all of this invoice already.</p>
        )}
        {left.length > 0 && (
          <CheckboxGroup
            label="Only these charges"
            options={left.map((charge) => ({
              id: charge.id,
              label: `${nameOf(charge)} · ${formatMoney(charge.amount ?? 0, invoice.currency)}`,
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
        {credit.error && <SaveError title="The credit note was not made" error={credit.error} />}
      </div>
    </Dialog>
  )
}

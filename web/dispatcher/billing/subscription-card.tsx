import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeCancellation, openPortal } from '#domain/api/billing.ts'
import type { Billing } from '#domain/schema/billing.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDate, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { LicensesDialog } from './licenses-dialog.tsx'

type Props = { billing: Billing; activeDrivers: number }

/** What the workspace pays, and what the owner can change. */
export function SubscriptionCard({ billing, activeDrivers }: Props) {
  const { time_zone: zone } = useMe().workspace
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<'licenses' | 'cancel'>()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.billing.all })
  const fail = (error: unknown) => toast({ tone: 'error', title: sentenceOf(error) })
  const portal = useMutation({
    mutationFn: () => call(openPortal, {}),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: fail,
  })
  const stay = useMutation({
    mutationFn: () => call(changeCancellation, { body: { cancels: false } }),
    onSuccess: () => {
      refresh()
      toast({ title: 'Standard goes on' })
    },
    onError: fail,
  })
  const { licenses, follows_drivers, cancels_at, is_disputed, overdue_since } = billing.subscription!
  const next = billing.next_invoice
  const open = billing.invoices.find(({ status }) => status === 'open')
  return (
    <Card
      title="What you pay"
      description={`${countOf(licenses, 'license')}${follows_drivers ? ', as many as active drivers' : ''}`}
      actions={<Badge tone={stateOf(billing).tone}>{stateOf(billing).word}</Badge>}
    >
      <dl className="grid gap-2 not-empty:mb-4">
        {overdue_since && open?.url && (
          <Fact name="To be paid">
            <Link to={open.url}>
              {formatMoney(open.total, open.currency.toUpperCase())}, invoice {open.number}
            </Link>
          </Fact>
        )}
        {next && (
          <Fact name="Next invoice">
            {formatMoney(next.total, next.currency.toUpperCase())}
            {next.at && ` on ${formatDate(next.at, zone)}`}
          </Fact>
        )}
        {cancels_at && <Fact name="Ends on">{formatDate(cancels_at, zone)}; then this workspace is on Free</Fact>}
        {is_disputed && <Fact name="Disputed">A charge is disputed with the bank. Nothing changes meanwhile.</Fact>}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => setDoing('licenses')}>Change licenses</Button>
        <Button isPending={portal.isPending || portal.isSuccess} onPress={() => portal.mutate()}>
          Cards and addresses
        </Button>
        {cancels_at ? (
          <Button variant="primary" isPending={stay.isPending} onPress={() => stay.mutate()}>
            Stay on Standard
          </Button>
        ) : (
          <Button onPress={() => setDoing('cancel')}>Go back to Free</Button>
        )}
      </div>
      {doing === 'licenses' && (
        <LicensesDialog
          billing={billing}
          activeDrivers={activeDrivers}
          onClose={() => setDoing(undefined)}
          onChanged={refresh}
        />
      )}
      {doing === 'cancel' && (
        <CancelDialog
          endsAt={billing.subscription!.period_ends_at}
          activeDrivers={activeDrivers}
          onClose={() => setDoing(undefined)}
          onCanceled={refresh}
        />
      )}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function stateOf({ subscription }: Billing): { word: string; tone: BadgeTone } {
  if (subscription?.overdue_since) return { word: 'Payment overdue', tone: 'danger' }
  if (subscription?.cancels_at) return { word: 'Ends soon', tone: 'warning' }
  return { word: 'Paid', tone: 'success' }
}

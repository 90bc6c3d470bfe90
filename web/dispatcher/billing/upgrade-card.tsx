import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { startCheckout } from '#domain/api/billing.ts'
import type { Billing } from '#domain/schema/billing.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatMoney } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckList } from './check-list.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'

const gains = [
  'Any number of deliveries; what waits now can be planned at once',
  'A license, and routes, for every active driver',
  'Real-time tracking, analytics, scenarios and planning by itself',
  '50,000 API requests a month, and priority support',
]

/** What Standard brings and costs, and the way to the checkout. */
export function UpgradeCard({ billing, activeDrivers }: { billing: Billing; activeDrivers: number }) {
  const [licenses, setLicenses] = useState(Math.max(1, activeDrivers))
  const checkout = useMutation({
    mutationFn: () => call(startCheckout, { body: { licenses } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <Card
      title="Change to Standard"
      description={`${formatMoney(billing.license_cents, 'USD')} per license per month, plus taxes where they apply`}
    >
      <CheckList points={gains} />
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <NumberField
          label="Licenses"
          description="One for each active driver"
          value={licenses}
          minValue={1}
          maxValue={10_000}
          onChange={(value) => setLicenses(Number.isNaN(value) ? 1 : value)}
          className="w-48"
        />
        <Button
          variant="primary"
          isPending={checkout.isPending || checkout.isSuccess}
          onPress={() => checkout.mutate()}
        >
          Continue to checkout
        </Button>
      </div>
      <p className="mt-3 text-[0.8125rem] text-pretty text-ink-muted">
        {countOf(licenses, 'license')}: {formatMoney(licenses * billing.license_cents, 'USD')} a month. When a driver is
        activated later, a license is added, paid from that day on; you can turn that off here.
      </p>
      {checkout.error && <PlainAlert>{sentenceOf(checkout.error)}</PlainAlert>}
    </Card>
  )
}

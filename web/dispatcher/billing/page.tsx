import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getBilling } from '#domain/api/billing.ts'
import type { Billing } from '#domain/schema/billing.ts'
import { tierTable } from '#domain/tiers.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { tierQuery } from '#web/lib/tier.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DefaultTier } from './default-tier.tsx'
import { EnterpriseCard } from './enterprise-card.tsx'
import { Invoices } from './invoices.tsx'
import { LicenseHolders } from './license-holders.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { TierCard } from './tier-card.tsx'
import { UpgradeCard } from './upgrade-card.tsx'

export function meta() {
  return [{ title: 'Billing · Karta' }]
}

/** How often the page looks whether a payment has come. */
const lookEveryMs = 2000

/** What the workspace's tier allows, what it pays, and how to change that. For owners. */
export default function BillingPage() {
  const [params] = useSearchParams()
  const isWaiting = params.get('checkout') === 'done'
  const billing = useQuery({
    queryKey: keys.billing.paid,
    queryFn: ({ signal }) => call(getBilling, { signal }),
    refetchInterval: ({ state }) => isWaiting && state.data?.subscription?.status !== 'active' && lookEveryMs,
  })
  const tier = useQuery({ ...tierQuery, staleTime: 0 })
  const failed = [billing, tier].find(({ isLoadingError }) => isLoadingError)
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Billing"
        description="What your tier allows, what you pay, and your invoices."
        actions={<ButtonLink to="/dashboard/billing/usage">Usage by day</ButtonLink>}
      />
      {failed ? (
        <LoadError
          title="Billing could not be loaded"
          error={failed.error!}
          onRetry={() => void Promise.all([billing.refetch(), tier.refetch()])}
          isRetrying={billing.isFetching || tier.isFetching}
        />
      ) : !billing.data || !tier.data ? (
        <Skeleton className="h-96 w-full rounded-xl" />
      ) : (
        <div className="flex flex-col gap-6">
          <Checkout result={params.get('checkout')} billing={billing.data} />
          <PaymentProblem billing={billing.data} stopsAt={tier.data.planning_stops_at} />
          {tier.data.may_choose_default && <DefaultTier />}
          <TierCard tier={tier.data} />
          {tier.data.drivers.over.length > 0 && <LicenseHolders tier={tier.data} />}
          {isGoingOn(billing.data) ? (
            <SubscriptionCard billing={billing.data} activeDrivers={tier.data.drivers.active} />
          ) : billing.data.is_billed ? (
            tier.data.booked === 'free' && (
              <UpgradeCard billing={billing.data} activeDrivers={tier.data.drivers.active} />
            )
          ) : (
            !tier.data.may_choose_default && <NoPayments ask={billing.data.ask} />
          )}
          {billing.data.is_billed && tier.data.booked !== 'enterprise' && <EnterpriseCard booked={tier.data.booked} />}
          {billing.data.invoices.length > 0 && <Invoices invoices={billing.data.invoices} />}
        </div>
      )}
    </div>
  )
}

const isGoingOn = ({ subscription }: Billing) =>
  subscription !== null && ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(subscription.status)

function Checkout({ result, billing }: { result: string | null; billing: Billing }) {
  if (result === 'canceled' && !isGoingOn(billing)) return <Banner>You left the checkout. Nothing was charged.</Banner>
  if (result !== 'done') return null
  if (billing.subscription?.status === 'active') {
    return <Banner tone="success">Thank you. This workspace is on {tierTable.standard.name} now.</Banner>
  }
  return <Banner>Your payment is being confirmed. This takes a few seconds.</Banner>
}

function PaymentProblem({ billing, stopsAt }: { billing: Billing; stopsAt: string | null }) {
  const { time_zone: zone } = useMe().workspace
  if (!billing.subscription?.overdue_since || !stopsAt) return null
  const isOver = Date.parse(stopsAt) <= Date.now()
  return (
    <Banner tone={isOver ? 'danger' : 'warning'}>
      {isOver
        ? 'A payment is overdue, so nothing new can be planned or dispatched. Routes under way go on.'
        : `A payment failed on ${formatDate(billing.subscription.overdue_since, zone)}. Everything goes on until ${formatDate(stopsAt, zone)}; then nothing new can be planned.`}{' '}
      Use another card, or pay the open invoice, under “Cards and addresses”.
    </Banner>
  )
}

function NoPayments({ ask }: { ask: string | null }) {
  return (
    <Card title="Changing the tier">
      <p className="text-pretty">
        This server takes no payments. Its operator sets the tier.
        {ask && (
          <>
            {' '}
            Ask at{' '}
            <a href={`mailto:${ask}`} className="font-medium text-brand-ink underline">
              {ask}
            </a>
            .
          </>
        )}
      </p>
    </Card>
  )
}

import { Check, Minus } from 'lucide-react'
import type { TierState } from '#domain/schema/tier.ts'
import { tierFeatures, tierTable, type TierFeature } from '#domain/tiers.ts'
import { countOf, formatDate, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { SupportLink } from '#web/lib/support-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { trialDaysLeft } from '../shell/trial.ts'

/** What the tier allows, and how much of it is used. */
export function TierCard({ tier }: { tier: TierState }) {
  const { name } = tierTable[tier.booked]
  const { trial_ends_at: ends } = tier
  const days = ends ? trialDaysLeft(ends, Date.now()) : 0
  return (
    <Card
      title={ends ? 'Trial with everything in Standard' : name}
      description={
        ends
          ? `Ends in ${countOf(days, 'day')}. Then this workspace is on Free; nothing is deleted.`
          : `${tier.support === 'priority' ? 'Priority' : 'Email'} support`
      }
      actions={<Badge tone={ends ? 'brand' : 'neutral'}>{ends ? 'Trial' : 'Your tier'}</Badge>}
    >
      <ul className="grid gap-4">
        <Deliveries tier={tier} />
        <Drivers tier={tier} />
        <Requests tier={tier} />
      </ul>
      <ul className="mt-4 grid gap-2 border-t pt-4 sm:grid-cols-2">
        {(Object.keys(tierFeatures) as TierFeature[]).map((feature) => (
          <Feature key={feature} feature={feature} isIncluded={tier.features[feature]} />
        ))}
      </ul>
      <Support tier={tier} />
    </Card>
  )
}

function Line({ label, words }: { label: string; words: string }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>{label}</span>
      <span className="text-ink-muted tabular-nums">{words}</span>
    </li>
  )
}

function Used({ label, used, limit, hint }: { label: string; used: number; limit: number; hint: string }) {
  return (
    <li>
      <ProgressBar
        label={label}
        value={Math.min(used, limit)}
        maxValue={limit}
        valueLabel={`${formatNumber(used)} of ${formatNumber(limit)}`}
      />
      <p className="mt-1 text-[0.8125rem] text-ink-muted">{hint}</p>
    </li>
  )
}

function Deliveries({ tier: { deliveries } }: { tier: TierState }) {
  const { time_zone: zone } = useMe().workspace
  const { limit, used, waiting, renews_at } = deliveries
  if (limit === null) return <Line label="Deliveries a month" words="Any number" />
  const hint = waiting
    ? `${countOf(waiting, 'delivery waits', 'deliveries wait')} and can be planned from ${formatDate(renews_at, zone)} on, or after an upgrade.`
    : `Begins anew on ${formatDate(renews_at, zone)}. Further deliveries are kept and wait.`
  return <Used label="Deliveries this month" used={used ?? 0} limit={limit} hint={hint} />
}

function Drivers({ tier: { drivers } }: { tier: TierState }) {
  const { limit, active } = drivers
  if (limit === null) return <Line label="Active drivers" words={`Any number, ${formatNumber(active)} now`} />
  const hint =
    drivers.over.length > 0
      ? `No routes for: ${drivers.over.map(({ name }) => name).join(', ')}`
      : 'Each of them can be given routes.'
  return <Used label="Active drivers" used={active} limit={limit} hint={hint} />
}

function Requests({ tier: { requests } }: { tier: TierState }) {
  const { time_zone: zone } = useMe().workspace
  const { limit, used, renews_at } = requests
  if (limit === null) return <Line label="API requests a month" words={`Any number, ${formatNumber(used)} so far`} />
  const hint = `Begins anew on ${formatDate(renews_at, zone)}.`
  return <Used label="API requests this month" used={used} limit={limit} hint={hint} />
}

function Feature({ feature, isIncluded }: { feature: TierFeature; isIncluded: boolean }) {
  const Icon = isIncluded ? Check : Minus
  const words = tierFeatures[feature]
  return (
    <li className={isIncluded ? 'flex items-center gap-2' : 'flex items-center gap-2 text-ink-muted'}>
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${isIncluded ? 'text-success-ink' : 'text-ink-faint'}`} />
      <span>
        <span className="sr-only">{isIncluded ? 'Included: ' : 'Not included: '}</span>
        {words[0]!.toUpperCase() + words.slice(1)}
      </span>
    </li>
  )
}

function Support({ tier: { account_manager: manager } }: { tier: TierState }) {
  return (
    <p className="mt-4 border-t pt-4">
      {manager && (
        <>
          Your account manager is {manager.name}:{' '}
          <a href={`mailto:${manager.email}`} className="font-medium text-brand-ink underline">
            {manager.email}
          </a>
          {manager.phone && `, ${manager.phone}`}.{' '}
        </>
      )}
      <SupportLink />
    </p>
  )
}

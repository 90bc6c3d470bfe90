import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { listRateCards } from '#domain/api/client-billing.ts'
import type { RateCard, RatePrice } from '#domain/schema/client-billing.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { formatDay, formatKilograms, formatMoney, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { territoriesQuery } from '../queries.ts'
import { RateForm } from './rate-form.tsx'

/** The rate cards of a client, the newest first. */
export function RateCards({ clientId }: { clientId: string }) {
  const client = useQueryClient()
  const mayChange = useMay('manage_workspace')
  const [opened, setOpened] = useState<RateCard | 'new'>()
  const cards = useQuery({
    queryKey: keys.clients.rates(clientId),
    queryFn: async ({ signal }) => (await call(listRateCards, { params: { id: clientId }, signal })).data,
  })
  if (cards.isLoadingError) {
    return (
      <LoadError
        title="The rate cards could not be loaded"
        error={cards.error}
        onRetry={() => void cards.refetch()}
        isRetrying={cards.isFetching}
      />
    )
  }
  const onSaved = () => {
    setOpened(undefined)
    void client.invalidateQueries({ queryKey: keys.clients.billing })
    toast({ title: `The rate card was ${opened === 'new' ? 'added' : 'saved'}` })
  }
  const add = mayChange && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPress={() => setOpened('new')}
      className="justify-self-start"
    >
      Add rate card
    </Button>
  )
  return (
    <div className="grid gap-5">
      {cards.isPending && <Skeleton className="h-40 w-full" />}
      {cards.data?.length === 0 && (
        <Card>
          <EmptyState icon={<ReceiptText />} title="No rate card yet" actions={add}>
            A rate card says what deliveries cost by zone, weight and distance. Without one, nothing is charged.
          </EmptyState>
        </Card>
      )}
      {cards.data && cards.data.length > 0 && add}
      {cards.data?.map((card) => (
        <RateCardView key={card.id} card={card} {...(mayChange && { onEdit: () => setOpened(card) })} />
      ))}
      {opened && (
        <RateForm
          key={opened === 'new' ? 'new' : opened.id}
          clientId={clientId}
          {...(opened !== 'new' && { row: opened })}
          onClose={() => setOpened(undefined)}
          onSaved={onSaved}
        />
      )}
    </div>
  )
}

function RateCardView({ card, onEdit }: { card: RateCard; onEdit?: () => void }) {
  const { workspace } = useMe()
  const money = (minor: number) => formatMoney(minor, card.currency)
  const today = dayOf(new Date(), workspace.time_zone)
  const isNow = card.valid_from <= today && (card.valid_until === null || today <= card.valid_until)
  const more: [string, string | false][] = [
    ['Cash', extraOf(card, money)],
    ['Another attempt', card.again_fee > 0 && money(card.again_fee)],
    ['Minimum', card.minimum > 0 && money(card.minimum)],
    ['Fuel', card.fuel_percent > 0 && `${formatNumber(card.fuel_percent)}%`],
    ['Tax', card.tax_percent > 0 && `${formatNumber(card.tax_percent)}%`],
  ]
  return (
    <Card
      title={
        card.valid_until
          ? `${formatDay(card.valid_from)} – ${formatDay(card.valid_until)}`
          : `From ${formatDay(card.valid_from)}`
      }
      description={[card.currency, card.is_used ? 'deliveries were charged by it' : 'not used yet'].join(' · ')}
      actions={
        <>
          {isNow && <Badge tone="success">Valid today</Badge>}
          {onEdit && (
            <Button size="small" icon={<Pencil aria-hidden="true" className="size-3.5" />} onPress={onEdit}>
              Edit
            </Button>
          )}
        </>
      }
    >
      <Facts>
        <Fact label="Prices">
          <ol className="grid gap-1">
            {card.prices.map((price, at) => (
              <li key={at} className="flex max-w-lg justify-between gap-4">
                <Condition price={price} />
                <span className="shrink-0 font-medium tabular-nums">{money(price.amount)}</span>
              </li>
            ))}
          </ol>
        </Fact>
        {card.hours.map(({ from, until, amount }) => (
          <Fact key={from} label="Ordered for">
            {from}–{until}: {money(amount)} more
          </Fact>
        ))}
        {more.map(
          ([label, value]) =>
            value && (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ),
        )}
      </Facts>
    </Card>
  )
}

function extraOf({ cash_fee, cash_percent }: RateCard, money: (minor: number) => string): string | false {
  const parts = [cash_fee > 0 && money(cash_fee), cash_percent > 0 && `${formatNumber(cash_percent)} % of it`]
  return parts.filter(Boolean).join(' and ') || false
}

function Condition({ price: { territory_id, up_to_kg, up_to_km } }: { price: RatePrice }) {
  const mayRead = useMay('see_operations')
  const zones = useQuery({ ...territoriesQuery, enabled: mayRead && territory_id !== null }).data
  const zone = territory_id && (zones?.find(({ id }) => id === territory_id)?.name ?? 'A zone')
  const words = [
    zone,
    up_to_kg !== null && `up to ${formatKilograms(up_to_kg)}`,
    up_to_km !== null && `up to ${formatNumber(up_to_km)} km`,
  ]
  const said = words.filter(Boolean).join(', ')
  return <span className="inline-block first-letter:uppercase">{said || 'Everything else'}</span>
}

import { ExternalLink, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShopNews } from '#domain/shops/exchange.ts'
import type { ShopProblems } from '#domain/schema/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

type Only = { orders?: string[]; news?: string[] }
type Props = { problems: ShopProblems; onRetry: (only: Only) => void; isPending: boolean }

const newsWords: Record<ShopNews, string> = {
  dispatched: 'Dispatched',
  out_for_delivery: 'Out for delivery',
  delayed: 'Delayed',
  attempted: 'Attempted',
  delivered: 'Delivered',
  canceled: 'Canceled',
}

/** What waits or failed, why, and the button that tries it again. */
export function Problems({ problems: { orders, news }, onRetry, isPending }: Props) {
  if (!orders.length && !news.length) return null
  return (
    <Card
      title="Needs attention"
      description="Nothing is lost: these wait until they work."
      actions={
        <Button isPending={isPending} onPress={() => onRetry({})}>
          Retry all
        </Button>
      }
      isPadded={false}
    >
      <ul className="divide-y border-t">
        {orders.map(({ id, number, url, reason, deliveries }) => (
          <Row
            key={id}
            title={
              <>
                Order {number}
                {deliveries.map((delivery) => (
                  <DeliveryLink key={delivery.id} {...delivery} />
                ))}
              </>
            }
            reason={reason}
            action={
              <>
                {url && (
                  <a
                    href={url}
                    target="_blank"
                    rel="noreferrer"
                    className="focus-ring inline-flex items-center gap-1 rounded text-link underline"
                    aria-label={`Order ${number} in the shop`}
                  >
                    In the shop <ExternalLink aria-hidden="true" className="size-3.5" />
                  </a>
                )}
                <Retry of={`order ${number}`} onPress={() => onRetry({ orders: [id] })} isPending={isPending} />
              </>
            }
          />
        ))}
        {news.map(({ id, kind, delivery, reason }) => (
          <Row
            key={id}
            title={
              <>
                The shop was not told: {newsWords[kind]} <DeliveryLink {...delivery} />
              </>
            }
            reason={reason}
            action={
              <Retry
                of={`${newsWords[kind]} of delivery ${delivery.number}`}
                onPress={() => onRetry({ news: [id] })}
                isPending={isPending}
              />
            }
          />
        ))}
      </ul>
    </Card>
  )
}

function DeliveryLink({ id, number }: { id: string; number: number }) {
  return (
    <span className="ml-2 font-normal">
      <Link to={`/dashboard/deliveries?delivery=${id}`}>Delivery {number}</Link>
    </span>
  )
}

function Row({ title, reason, action }: { title: ReactNode; reason: string; action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        <p className="text-ink-muted wrap-anywhere">{reason}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">{action}</div>
    </li>
  )
}

function Retry({ of, onPress, isPending }: { of: string; onPress: () => void; isPending: boolean }) {
  return (
    <Button
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      isDisabled={isPending}
      onPress={onPress}
      aria-label={`Retry ${of}`}
    >
      Retry
    </Button>
  )
}

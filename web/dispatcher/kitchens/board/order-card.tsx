import { Bike, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { KitchenOrder } from '#domain/schema/pickup-place.ts'
import { countOf, formatTime } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { isInKitchen, nextStep, orderName, preparationWords } from '../kitchen-words.ts'
import { usePrepare } from './use-prepare.ts'

/** How much longer something may take, in one press. */
const delays = [5, 10, 20, 30] as const

/** One order: what it is, when it is ready, who fetches it, and what the kitchen says next. */
export function OrderCard({ order, now }: { order: KitchenOrder; now: string }) {
  const { time_zone } = useMe().workspace
  const mayPrepare = useMay('add_deliveries')
  const { label, tone } = preparationWords[order.state]
  const isOpen = isInKitchen(order)
  const isLate = isOpen && order.state !== 'ready' && order.ready_at < now
  const name = orderName(order)
  return (
    <article
      aria-label={`Order ${name}`}
      className="flex h-full flex-col gap-3 rounded-xl border bg-surface p-4 shadow-card"
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-xl font-semibold break-words">{name}</h3>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
      </div>
      <dl className="grid gap-1.5 text-sm">
        <Line icon={<Clock />} name="Kitchen">
          <span className={isLate ? 'font-medium text-danger-ink' : undefined}>
            {readyWords(order, isLate, time_zone)}
          </span>
          {order.units > 0 && <span className="text-ink-muted"> · {countOf(order.units, 'piece', 'pieces')}</span>}
        </Line>
        <Line icon={<Bike />} name="Driver">
          {driverWords(order, time_zone)}
        </Line>
      </dl>
      {order.notes && <p className="rounded-lg bg-neutral-soft px-3 py-2 text-sm break-words">{order.notes}</p>}
      {isOpen && mayPrepare && <Actions order={order} name={name} />}
    </article>
  )
}

function Line({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 [&>dt>svg]:mt-0.5 [&>dt>svg]:size-4 [&>dt>svg]:text-ink-muted">
      <dt>
        <span className="sr-only">{name}</span>
        {icon}
      </dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function readyWords({ made_ready_at, picked_up_at, ready_at }: KitchenOrder, isLate: boolean, zone: string): string {
  if (picked_up_at) return `Picked up at ${formatTime(picked_up_at, zone)}`
  if (made_ready_at) return `Ready since ${formatTime(made_ready_at, zone)}`
  return isLate ? `Was to be ready at ${formatTime(ready_at, zone)}` : `Ready at ${formatTime(ready_at, zone)}`
}

function driverWords({ driver_name, arrival_at, arrived_at, picked_up_at }: KitchenOrder, zone: string): string {
  if (driver_name === null) return picked_up_at ? 'Not from a plan' : 'No driver yet'
  if (picked_up_at) return driver_name
  if (arrived_at) return `${driver_name} is here since ${formatTime(arrived_at, zone)}`
  return arrival_at ? `${driver_name}, expected at ${formatTime(arrival_at, zone)}` : driver_name
}

function Actions({ order, name }: { order: KitchenOrder; name: string }) {
  const prepare = usePrepare(order)
  const next = nextStep[order.state]
  const isCooking = order.state !== 'ready'
  return (
    <div className="mt-auto flex gap-2">
      {next && (
        <Button
          variant="primary"
          size="large"
          className="min-w-0 flex-1"
          aria-label={`${next.label}: ${name}`}
          isPending={prepare.isPending}
          onPress={() => prepare.mutate({ state: next.state })}
        >
          {next.label}
        </Button>
      )}
      {isCooking && (
        <Menu
          aria-label={`How much longer ${name} takes`}
          placement="bottom end"
          trigger={
            <Button size="large" isDisabled={prepare.isPending} aria-label={`Later… ${name}`}>
              Later…
            </Button>
          }
        >
          {delays.map((minutes) => (
            <MenuItem key={minutes} onAction={() => prepare.mutate({ more_minutes: minutes })}>
              {`${minutes} more minutes`}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

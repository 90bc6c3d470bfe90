import type { PlacedOrder } from '#domain/schema/order-page.ts'
import { formatDay } from '#web/lib/format.ts'
import { timesOf } from './words.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

/** What was booked, and where to follow it. */
export function Booked({ placed }: { placed: PlacedOrder }) {
  return (
    <div role="status" className="grid gap-5">
      <p>
        We bring it on <strong className="font-semibold">{formatDay(placed.day)}</strong>, between{' '}
        <strong className="font-semibold tabular-nums">{timesOf(placed)}</strong>. Its number is {placed.number}.
      </p>
      <a href={placed.tracking_url} className={`${buttonStyle('primary', 'medium')} justify-self-start`}>
        Follow the delivery
      </a>
    </div>
  )
}

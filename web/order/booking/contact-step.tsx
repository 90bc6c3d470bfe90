import { useEffect, useState, type SubmitEvent } from 'react'
import { placeOrder, releaseOrderSlot } from '#domain/api/order-page.ts'
import type { OrderHold, OrderPage, PlacedOrder } from '#domain/schema/order-page.ts'
import { call } from '#web/lib/call.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { timesOf } from './words.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField, PlainTextArea } from '#web/ui/plain-field.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { useStep } from './use-step.ts'

type Props = {
  shop: OrderPage
  name: string
  held: OrderHold
  onBack: () => void
  onPlaced: (placed: PlacedOrder) => void
}

/** Who gets it. The slot is theirs for some minutes. */
export function ContactStep({ shop, name, held, onBack, onPlaced }: Props) {
  const minutes = useMinutesUntil(held.expires_at)
  const step = useStep()
  const params = { name, id: held.id }
  const book = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (field: string) => String(fields.get(field) ?? '').trim()
    void step.run(async () => {
      const body = {
        recipient_name: text('name'),
        recipient_phone: text('phone'),
        recipient_email: text('email') || null,
        notes: text('notes') || null,
      }
      onPlaced(await call(placeOrder, { params, body }))
    })
  }
  const back = () => {
    // Others can have it at once. If this fails, they can when its time is over.
    void call(releaseOrderSlot, { params }).catch(() => undefined)
    onBack()
  }
  return (
    <form onSubmit={book} className="grid gap-4">
      <PlainNotice tone={minutes > 0 ? 'info' : 'warning'}>
        <strong className="font-semibold">
          {formatDay(held.day)}, {timesOf(held)}
        </strong>
        {held.price > 0 && ` for ${formatMoney(held.price, shop.currency)}`}.{' '}
        {minutes > 0
          ? `Held for you for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}.`
          : 'Its time is over. Choose a time again.'}
      </PlainNotice>
      <PlainField label="Name" name="name" autoComplete="name" required maxLength={200} />
      <PlainField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        hint="With its country code, like +62 811 0000 001, if it is of another country"
      />
      <PlainField label="Email (optional)" name="email" type="email" autoComplete="email" maxLength={254} />
      <PlainTextArea label="Notes for the driver (optional)" name="notes" rows={3} maxLength={1000} />
      {step.problem && <PlainAlert>{step.problem}</PlainAlert>}
      <div className="flex flex-wrap gap-2">
        <PlainButton type="submit" variant="primary" isPending={step.isRunning} disabled={minutes <= 0}>
          Book the delivery
        </PlainButton>
        <PlainButton onClick={back}>Choose another time</PlainButton>
      </div>
    </form>
  )
}

/** Whole minutes until an instant, 0 once it is over. */
function useMinutesUntil(at: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 60_000))
  const [minutes, setMinutes] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setMinutes(left()), 5000)
    return () => clearInterval(timer)
  })
  return minutes
}

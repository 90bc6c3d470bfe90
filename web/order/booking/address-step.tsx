import { LocateFixed } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { findOrderSlots, holdOrderSlot } from '#domain/api/order-page.ts'
import type { Location } from '#domain/geo.ts'
import type { OrderHold, OrderPage, OrderQuestion, OrderSlot } from '#domain/schema/order-page.ts'
import { call } from '#web/lib/call.ts'
import { answerChallenge } from '#web/lib/challenge.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { SlotList } from './slot-list.tsx'
import { useStep } from './use-step.ts'

type Props = {
  shop: OrderPage
  name: string
  /** What was asked before, if the customer comes back. */
  asked: OrderQuestion | undefined
  onHeld: (question: OrderQuestion, hold: OrderHold) => void
}

/** Where to, and when. */
export function AddressStep({ shop, name, asked, onHeld }: Props) {
  const [address, setAddress] = useState(asked?.delivery_address ?? '')
  const [here, setHere] = useState<Location | null>(asked?.delivery_location ?? null)
  const [found, setFound] = useState<OrderSlot[]>()
  const search = useStep()
  const hold = useStep()
  const question = { delivery_address: address.trim(), delivery_location: here, weight_kg: 0 }
  const find = (event: SubmitEvent) => {
    event.preventDefault()
    void search.run(async () => {
      setFound(undefined)
      const { data } = await call(findOrderSlots, { params: { name }, body: question })
      setFound(data)
    })
  }
  const choose = ({ day, start, end }: OrderSlot) =>
    hold.run(async () => {
      const proof = await answerChallenge()
      onHeld(
        question,
        await call(holdOrderSlot, { params: { name }, body: { ...question, day, start, end, ...proof } }),
      )
    })
  return (
    <>
      <form onSubmit={find} className="grid gap-4">
        <PlainField
          label="Delivery address"
          name="address"
          autoComplete="street-address"
          required
          minLength={5}
          maxLength={300}
          value={address}
          onChange={(event) => {
            setAddress(event.target.value)
            setFound(undefined)
          }}
        />
        {here && <PlainNotice tone="info">It is brought to where you are now.</PlainNotice>}
        <div className="flex flex-wrap gap-2">
          <PlainButton type="submit" variant="primary" isPending={search.isRunning}>
            Show times
          </PlainButton>
          {here ? (
            <PlainButton onClick={() => setHere(null)}>Use the address instead</PlainButton>
          ) : (
            'geolocation' in navigator && (
              <PlainButton
                icon={<LocateFixed aria-hidden="true" className="size-4" />}
                onClick={() =>
                  navigator.geolocation.getCurrentPosition(
                    ({ coords }) => setHere({ lat: coords.latitude, lng: coords.longitude }),
                    () => search.fail('Your browser did not say where you are.'),
                    { enableHighAccuracy: true, timeout: 10_000 },
                  )
                }
              >
                I am there now
              </PlainButton>
            )
          )}
        </div>
        {search.problem && <PlainAlert>{search.problem}</PlainAlert>}
      </form>
      {hold.problem && (
        <div className="mt-5">
          <PlainAlert>{hold.problem}</PlainAlert>
        </div>
      )}
      {found && <SlotList slots={found} currency={shop.currency} isHolding={hold.isRunning} onChoose={choose} />}
    </>
  )
}

import { ChefHat, Hourglass, ReceiptText, SquareParking, UserRound } from 'lucide-react'
import type { CarriedDelivery, DrivenStop } from '#domain/schema/driver-day.ts'
import { useDay } from '../road/use-road.ts'
import { useWords } from '../words/use-words.tsx'
import { Fact } from './fact.tsx'

type KitchenFactsProps = { kitchen: NonNullable<CarriedDelivery['kitchen']>; stop: DrivenStop }

/** At a kitchen: which order to ask for, whether it is ready, since when the driver waits, who hands it over, and where to park. */
export function KitchenFacts({ kitchen: { contact_name, made_ready_at, ready_at, parking }, stop }: KitchenFactsProps) {
  const { say, time } = useWords()
  const { workspace } = useDay()
  const { delivery, arrived_at, done_at } = stop
  const at = (instant: string) => time(instant, workspace.time_zone)
  const isWaiting = arrived_at !== null && done_at === null && made_ready_at === null
  return (
    <>
      <Fact icon={<ReceiptText />}>
        <strong>{say('kitchen.ask', { order: delivery?.reference ?? `#${delivery?.number}` })}</strong>
      </Fact>
      <Fact icon={<ChefHat />}>
        {made_ready_at === null ? (
          say('kitchen.readyAt', { time: at(ready_at) })
        ) : (
          <strong>{say('kitchen.ready')}</strong>
        )}
      </Fact>
      {isWaiting && <Fact icon={<Hourglass />}>{say('kitchen.waiting', { time: at(arrived_at) })}</Fact>}
      {contact_name && <Fact icon={<UserRound />}>{say('kitchen.contact', { name: contact_name })}</Fact>}
      {parking && (
        <Fact icon={<SquareParking />}>
          <bdi>{parking}</bdi>
        </Fact>
      )}
    </>
  )
}

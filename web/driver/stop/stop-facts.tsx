import {
  Banknote,
  Clock,
  MessageCircleHeart,
  Package,
  ShieldCheck,
  StickyNote,
  Thermometer,
  UserCheck,
  Wrench,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { parcelCode } from '#domain/parcel-code.ts'
import type { CarriedDelivery, DrivenStop } from '#domain/schema/driver-day.ts'
import { useDay } from '../road/use-road.ts'
import { Note, Tag } from '../ui/parts.tsx'
import { useWords } from '../words/use-words.tsx'
import { Fact } from './fact.tsx'
import { isCollected, placeOf, receiversOf, temperatureOf, windowsOf, wishesOf } from './stop-words.ts'

// Few stops have these.
const KitchenFacts = lazy(async () => ({ default: (await import('./kitchen-facts.tsx')).KitchenFacts }))
const PlaceFacts = lazy(async () => ({ default: (await import('./place-facts.tsx')).PlaceFacts }))

/** What to know at the door, and what to take out of the van. */
export function StopFacts({ stop }: { stop: DrivenStop }) {
  const words = useWords()
  const { say, money, list } = words
  const { workspace } = useDay()
  const { delivery, promised_at } = stop
  if (!delivery) return null
  const windows = windowsOf(delivery, words)
  const temperature = temperatureOf(delivery, words)
  const receivers = receiversOf(delivery)
  const { kitchen, parcels, units, weight_kg } = delivery
  // A counter is asked for its order, under the number that it knows.
  const isOrderAlone = kitchen && !parcels.length && !units && !weight_kg
  const asks = delivery.requirements.map((requirement) =>
    say(`asks.${requirement}`, { age: delivery.minimum_age ?? 18 }),
  )
  return (
    <div className="grid gap-2.5">
      {delivery.notes && (
        <Note tone="warning" icon={<StickyNote aria-hidden="true" />}>
          <bdi>{delivery.notes}</bdi>
        </Note>
      )}
      {delivery.place?.notes && (
        <Note tone="info" icon={<StickyNote aria-hidden="true" />}>
          <bdi>{delivery.place.notes}</bdi>
        </Note>
      )}
      {delivery.wishes && (
        <Note tone="warning" icon={<MessageCircleHeart aria-hidden="true" />}>
          {wishesOf(delivery.wishes, words).map((wish) => (
            <bdi key={wish} className="block">
              {wish}
            </bdi>
          ))}
        </Note>
      )}
      <ul className="grid gap-2">
        {kitchen && (
          <Suspense>
            <KitchenFacts kitchen={kitchen} stop={stop} />
          </Suspense>
        )}
        {delivery.place && (
          <Suspense>
            <PlaceFacts place={delivery.place} stop={stop} />
          </Suspense>
        )}
        {windows.length > 0 && <Fact icon={<Clock />}>{list(windows)}</Fact>}
        {promised_at && (
          <Fact icon={<Clock />}>{say('stop.promised', { time: words.time(promised_at, workspace.time_zone) })}</Fact>
        )}
        {!isOrderAlone && (
          <Fact icon={<Package />}>
            <Parcels delivery={delivery} isCollected={isCollected(stop)} />
          </Fact>
        )}
        {delivery.cash_amount !== null && delivery.cash_amount > 0 && (
          <Fact icon={<Banknote />}>
            <strong>{say('stop.cash', { amount: money(delivery.cash_amount, workspace.currency) })}</strong>
          </Fact>
        )}
        {temperature && <Fact icon={<Thermometer />}>{temperature}</Fact>}
        {asks.length > 0 && (
          <Fact icon={<ShieldCheck />}>
            {say('stop.asks')}: {list(asks)}
          </Fact>
        )}
        {receivers.length > 0 && <Fact icon={<UserCheck />}>{say('stop.handTo', { names: list(receivers) })}</Fact>}
        {delivery.skills.length > 0 && (
          <Fact icon={<Wrench />}>
            {say('stop.skills')}: {list(delivery.skills)}
          </Fact>
        )}
      </ul>
      {delivery.tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {delivery.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
    </div>
  )
}

/** Each parcel with what is on its label, and where it lies. */
function Parcels({ delivery, isCollected }: { delivery: CarriedDelivery; isCollected: boolean }) {
  const words = useWords()
  const { say, unit, list } = words
  const { parcels, units, weight_kg } = delivery
  const head = say(isCollected ? 'stop.collect' : 'stop.bring')
  const amount = [
    parcels.length > 0 ? say('stop.parcels', { count: parcels.length }) : units && say('stop.units', { count: units }),
    weight_kg && unit(weight_kg, 'kilogram'),
  ].filter((part) => typeof part === 'string')
  return (
    <>
      <p>
        {head}: {amount.length > 0 ? list(amount) : say('stop.number', { number: delivery.number })}
      </p>
      {parcels.length > 0 && (
        <ul className="mt-1 grid gap-1 text-sm">
          {parcels.map((parcel, index) => (
            <li key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <code className="font-semibold" dir="ltr">
                {parcelCode(delivery, index)}
              </code>
              {parcel.description && <span>{parcel.description}</span>}
              {parcel.place && <Tag tone="brand">{placeOf(parcel.place, words)}</Tag>}
              {delivery.progress[index]?.loaded === 'missing' && <Tag tone="danger">{say('parcel.missing')}</Tag>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

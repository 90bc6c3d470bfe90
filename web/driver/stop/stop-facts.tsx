import {
  Banknote,
  ChefHat,
  Clock,
  DoorOpen,
  Hourglass,
  KeyRound,
  MessageCircleHeart,
  Package,
  ReceiptText,
  ShieldCheck,
  SquareParking,
  StickyNote,
  Thermometer,
  UserCheck,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { parcelCode } from '#domain/parcel-code.ts'
import { metersBetween, type Place } from '#domain/road/meters.ts'
import type { CarriedDelivery, DrivenStop } from '#domain/schema/driver-day.ts'
import { useDay } from '../road/use-road.ts'
import { Note, Tag } from '../ui/parts.tsx'
import { useWords } from '../words/use-words.tsx'
import { rememberedWay, wayTo } from './ways.ts'
import { isCollected, placeOf, receiversOf, temperatureOf, windowsOf, wishesOf } from './stop-words.ts'

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
        {delivery.kitchen && <KitchenFacts kitchen={delivery.kitchen} stop={stop} />}
        {delivery.place && <PlaceFacts place={delivery.place} stop={stop} />}
        {windows.length > 0 && <Fact icon={<Clock />}>{list(windows)}</Fact>}
        {promised_at && (
          <Fact icon={<Clock />}>{say('stop.promised', { time: words.time(promised_at, workspace.time_zone) })}</Fact>
        )}
        <Fact icon={<Package />}>
          <Parcels delivery={delivery} isCollected={isCollected(stop)} />
        </Fact>
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

type KitchenFactsProps = { kitchen: NonNullable<CarriedDelivery['kitchen']>; stop: DrivenStop }

/** At a kitchen: which order to ask for, whether it is ready, since when the driver waits, and where to park. */
function KitchenFacts({ kitchen: { made_ready_at, ready_at, parking }, stop }: KitchenFactsProps) {
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
      {parking && (
        <Fact icon={<SquareParking />}>
          <bdi>{parking}</bdi>
        </Fact>
      )}
    </>
  )
}

type PlaceFactsProps = { place: NonNullable<CarriedDelivery['place']>; stop: DrivenStop }

/** What the address book says about getting there: where to park, where the door is, and how to get in. */
function PlaceFacts({ place: { parking, entrance, gate_code }, stop }: PlaceFactsProps) {
  const { say, distance } = useWords()
  const goal = entrance ?? stop.location
  const walk = parking && goal ? metersBetween(parking, goal) : 0
  return (
    <>
      {parking && (
        <Fact icon={<SquareParking />}>
          <OnMap place={parking} name={stop.name}>
            {walk >= nextDoorM ? say('stop.parking', { distance: distance(walk) }) : say('stop.parkingMap')}
          </OnMap>
        </Fact>
      )}
      {entrance && (
        <Fact icon={<DoorOpen />}>
          <OnMap place={entrance} name={stop.name}>
            {say('stop.entrance')}
          </OnMap>
        </Fact>
      )}
      {gate_code && (
        <Fact icon={<KeyRound />}>
          <strong>{say('stop.gateCode', { code: gate_code })}</strong>
        </Fact>
      )}
    </>
  )
}

/** Closer than this, the distance says nothing. */
const nextDoorM = 20

const OnMap = ({ place, name, children }: { place: Place; name: string; children: ReactNode }) => (
  <a
    className="underline underline-offset-2"
    href={wayTo(rememberedWay() ?? 'google', place, name)}
    target="_blank"
    rel="noreferrer"
  >
    {children}
  </a>
)

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5">
    <span aria-hidden="true" className="mt-0.5 shrink-0 text-ink-faint [&_svg]:size-5">
      {icon}
    </span>
    <div className="min-w-0 grow text-pretty wrap-anywhere">{children}</div>
  </li>
)

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

import { DoorOpen, KeyRound, SquareParking } from 'lucide-react'
import type { ReactNode } from 'react'
import { metersBetween, type Place } from '#domain/road/meters.ts'
import type { CarriedDelivery, DrivenStop } from '#domain/schema/driver-day.ts'
import { useWords } from '../words/use-words.tsx'
import { Fact } from './fact.tsx'
import { rememberedWay, wayTo } from './ways.ts'

type PlaceFactsProps = { place: NonNullable<CarriedDelivery['place']>; stop: DrivenStop }

/** What the address book says about getting there: where to park, where the door is, and how to get in. */
export function PlaceFacts({ place: { parking, entrance, gate_code }, stop }: PlaceFactsProps) {
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

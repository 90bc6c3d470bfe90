import { useEffect, useState } from 'react'
import type { RoadData } from '#domain/road/entry.ts'
import type { PinCrypto } from '#domain/road/pin-check.ts'
import type { CarriedDelivery, DrivenStop } from '#domain/schema/driver-day.ts'
import { useDay, useRoad } from '../road/use-road.ts'
import { entriesOf } from '../store/log.ts'
import { useAction } from '../use-action.ts'
import type { TakenPhoto } from '../camera/take-photo.ts'
import { ownProofs, stillMissing, type OwnProof } from './judge-taken.ts'

type Proof = RoadData['proof_taken']['proof']

/** The proofs of a stop: what is there, what is missing, and taking one, which is kept at once. */
export function useProofs(stop: DrivenStop, brought?: readonly number[]) {
  const road = useRoad()
  const { settings } = useDay()
  const { act, problem, isPending } = useAction()
  // Both together: a day that already tells of a proof that is not read yet would call another one superfluous.
  const [known, setKnown] = useState<{ own: OwnProof[]; delivery: CarriedDelivery }>()
  const delivery = stop.delivery!
  const { location } = stop
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const entries = await entriesOf(road.db, 'proof_taken')
      const checks = crypto.subtle as unknown as PinCrypto
      const own = await ownProofs(entries, { delivery, location }, settings.far_from_pin_m, checks)
      if (!isGone) setKnown({ own, delivery })
    }
    void look()
    // Each entry that is written changes the state.
    const unsubscribe = road.subscribe(() => void look())
    return () => {
      isGone = true
      unsubscribe()
    }
  }, [road, delivery, location, settings])

  const take = (proof: Proof, photo?: TakenPhoto['kept']): Promise<boolean> =>
    act({
      kind: 'proof_taken',
      data: { stop_id: stop.id, delivery_id: delivery.id, proof_id: crypto.randomUUID(), proof },
      photos: photo ? [photo] : [],
    })

  return {
    own: known?.own ?? [],
    isRead: known !== undefined,
    missing: known ? stillMissing(known.delivery, settings, known.own, brought) : [],
    take,
    problem,
    isPending,
  }
}

import type { handedTo, ParcelEnd, RoadData } from '#domain/road/entry.ts'
import type { z } from 'zod'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { isCollected } from './stop-words.ts'

export type HandedTo = (typeof handedTo)[number]
export type EndOfParcel = z.infer<typeof ParcelEnd>

/** The places and people, in the order in which they are offered. The type check holds it against the declared ones. */
const handedToNames = Object.keys({
  recipient: 0,
  household: 0,
  neighbor: 0,
  reception: 0,
  mailbox: 0,
  safe_place: 0,
  front_door: 0,
  locker: 0,
  pickup_point: 0,
} satisfies Record<HandedTo, 0>) as HandedTo[]

const people: readonly HandedTo[] = ['recipient', 'household', 'neighbor', 'reception']

/** To whom a delivery may be handed. With a prescription, it goes into somebody's hands and is left nowhere. */
export function handedToOf({ delivery }: DrivenStop): readonly HandedTo[] {
  const receiver = delivery?.handed_to?.received_by
  if (receiver === 'patient') return ['recipient']
  return receiver === 'authorized' ? people : handedToNames
}

/** What the driver has said of an end so far. It is kept on the phone while the form is open. */
export type EndDraft = {
  parcels: EndOfParcel[]
  to: HandedTo
  received_by: string
  note: string
  /** In minor units; null until it is said. */
  cash: number | null
  /** Why it is another amount than was due. */
  cash_why: string
  /** Why the driver went on without a proof that was asked for. */
  without: string
}

/** Parcels that were missing at loading are still missing; all else went well, until the driver says otherwise. */
export function newEndDraft({ delivery }: DrivenStop): EndDraft {
  const parcels = (delivery?.parcels ?? []).map((_, index): EndOfParcel => ({
    index,
    state: delivery!.progress[index]?.loaded === 'missing' ? 'missing' : 'delivered',
    note: null,
  }))
  return { parcels, to: 'recipient', received_by: '', note: '', cash: null, cash_why: '', without: '' }
}

/** The entry that ends a stop. */
export function endOf(
  stop: DrivenStop,
  { parcels, to, received_by, note, cash, cash_why, without }: EndDraft,
): { kind: 'delivered'; data: RoadData['delivered'] } | { kind: 'picked_up'; data: RoadData['picked_up'] } {
  const notes = [note, without, cash_why].map((each) => each.trim()).filter(Boolean)
  const said = notes.join('\n').slice(0, 500) || null
  const atStop = { stop_id: stop.id, delivery_id: stop.delivery!.id, parcels, note: said }
  if (stop.kind === 'pickup') return { kind: 'picked_up', data: atStop }
  return {
    kind: 'delivered',
    data: { ...atStop, to: isCollected(stop) ? 'recipient' : to, received_by: received_by.trim() || null, cash },
  }
}

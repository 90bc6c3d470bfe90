import { roadEventKinds, type RoadEventKind } from '#domain/delivery-event-kinds.ts'
import type { DeliveryEvent } from '#domain/schema/delivery.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'

/** What a driver noted, as far as it was not erased. */
type Said = { code?: string; name?: string; note?: string }

export const isRoadEvent = (kind: string): kind is RoadEventKind => (roadEventKinds as readonly string[]).includes(kind)

/** What happened on the road, in words: a title, and what was noted. */
export function roadEventWords({ kind, detail, actor_name, at }: DeliveryEvent, timeZone: string) {
  const said = (detail.said ?? {}) as Said & { erased?: boolean }
  const device = detail.device as { at?: string } | undefined
  const lines = [
    said.code && `Code: ${said.code}`,
    said.name && `Name: ${said.name}`,
    said.note && `Note: ${said.note}`,
    said.erased && 'What was noted was erased',
    ...flagLines(detail.flags),
    device?.at && isEarlier(device.at, at) && `It happened ${formatDateTime(device.at, timeZone)}`,
  ].filter((line): line is string => Boolean(line))
  return { title: `${titles[kind as RoadEventKind](detail)} by ${actor_name}`, lines }
}

/** Whether it happened well before it was written: the phone had no network. */
const isEarlier = (happened: string, written: string) => Date.parse(written) - Date.parse(happened) >= 60_000

/** To whom a delivery was handed, as the driver said. */
export function handedLines({ handed_to, said }: DeliveryEvent['detail']): string[] {
  const name = (said as Said | undefined)?.name
  const place = handedWords[String(handed_to)]
  return place ? [name ? `${place}: ${name}` : place] : []
}

const handedWords: Record<string, string> = {
  recipient: 'Handed to the recipient',
  household: 'Handed to somebody of the household',
  neighbor: 'Handed to a neighbor',
  reception: 'Left at the reception',
  mailbox: 'Left in the mailbox',
  safe_place: 'Left in a safe place',
  front_door: 'Left at the front door',
  locker: 'Left in a locker',
  pickup_point: 'Left at a pickup point',
}

type Detail = DeliveryEvent['detail']

const parcel = ({ index }: Detail) => (typeof index === 'number' ? `Parcel ${index + 1}` : 'Parcels')

const proofTitles: Record<string, string> = {
  photo: 'Photo taken',
  signature: 'Signature taken',
  pin: 'PIN taken',
  age: 'Age checked',
  name: 'Name taken',
}

const photoTitles: Record<string, string> = {
  stored: 'Photo arrived and is the one that was taken, checked',
  mismatch: 'Another photo arrived than was taken, checked',
  not_an_image: 'A file arrived that is no photo, checked',
}

const titles: Record<RoadEventKind, (detail: Detail) => string> = {
  loaded: (detail) => `${parcel(detail)} loaded`,
  missing: (detail) => `${parcel(detail)} missing at loading: said`,
  scanned: () => 'Code scanned',
  proved: ({ proof }) => proofTitles[String(proof)] ?? 'Proof taken',
  excursion: ({ lowest_c, highest_c, ended_at }) =>
    `Out of its temperatures (${formatNumber(Number(lowest_c))} to ${formatNumber(Number(highest_c))} °C)${ended_at ? '' : ', and still so'}: noted`,
  measured: ({ celsius }) => `Temperature ${formatNumber(Number(celsius))} °C read`,
  photo_checked: ({ state }) => photoTitles[String(state)] ?? 'Photo checked',
  handed_over: ({ carrier_name: name }) => `Handed over to ${typeof name === 'string' ? name : 'another driver'}`,
  taken_over: ({ carrier_name: name }) => `Taken over${typeof name === 'string' ? ` from ${name}` : ''}`,
  returned: () => 'Brought back to the depot',
}

/** What is doubtful about a proof, in words. */
export const flagWords: Record<string, string> = {
  far_from_pin: 'Far from the pin',
  no_place: 'The phone did not know where it was',
  thin_signature: 'Hardly a signature',
  wrong_pin: 'Wrong PIN',
  many_tries: 'Right PIN after many tries',
  wrong_code: 'A code of another delivery',
  too_young: 'Younger than required',
  other_name: 'Another name on the document',
  too_warm: 'Too warm',
  too_cold: 'Too cold',
}

function flagLines(flags: unknown): string[] {
  return Array.isArray(flags) ? flags.map((flag) => flagWords[String(flag)] ?? String(flag)) : []
}

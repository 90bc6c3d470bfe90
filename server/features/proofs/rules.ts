import type { Selectable } from 'kysely'
import { photoMissingAfterHours, type PhotoState } from '#domain/road/photo-states.ts'
import type { Judged } from '#domain/road/proof-verdict.ts'
import type { Proof } from '#domain/road/entry.ts'
import type { ProofKind } from '#domain/road/requirements.ts'
import type { DeliveryProof, ShownPhoto } from '#domain/schema/proof.ts'
import type { RoadEventKind } from '#domain/delivery-event-kinds.ts'
import type { PhotoTable, ProofSaid, ProofTable } from '../../db/tables/proofs.ts'

/** Where photos arrive. */
export const proofsBucket = 'proofs'
const originalEnd = '-original'

/** The names of a photo's files: in its driver's folder, by its id. */
export const namesOf = (userId: string, photoId: string) => ({
  photo: `${userId}/${photoId}`,
  original: `${userId}/${photoId}${originalEnd}`,
})

/** Whose photo a file may be. */
export function photoOf(name: string): { userId: string; photoId: string } | undefined {
  const found = /^([0-9a-f-]{36})\/([0-9a-f-]{36})(-original)?(\.\w{2,5})?$/.exec(name)
  return found ? { userId: found[1]!, photoId: found[2]! } : undefined
}

/** A file as it arrived. */
export type Arrived = { id: string; sha256: string; shown_type: string | null }

/** What arrived for a photo that the phone signed. */
export function judgeArrived(signed: string, { sha256, shown_type }: Arrived): Exclude<PhotoState, 'expected'> {
  if (!shown_type || !/^image\/(jpeg|png|webp)$/.test(shown_type)) return 'not_an_image'
  return sha256 === signed ? 'stored' : 'mismatch'
}

const millisecondsInHour = 3_600_000

/** Before this, a photo that was announced should have arrived. */
export const photosDueBefore = (now: Date): Date =>
  new Date(now.getTime() - photoMissingAfterHours * millisecondsInHour)

/** What dispatchers are told of photos that have not come. */
export function missedSentence(count: number, deliveryNumber: number | undefined): string {
  const [photos, have] = count === 1 ? ['A photo', 'has'] : [`${count} photos`, 'have']
  const whose = deliveryNumber === undefined ? 'that a driver took' : `of delivery ${deliveryNumber}`
  return `${photos} ${whose} ${have} not arrived within ${photoMissingAfterHours} hours.`
}

/** What a proof says, apart from its photo. A PIN is checked and not kept. */
export function saidBy(proof: Proof): ProofSaid {
  switch (proof.kind) {
    case 'signature':
      return { name: proof.name, strokes: proof.strokes }
    case 'scan':
      return { code: proof.code, by: proof.by }
    case 'age':
      return { years: proof.years, document: proof.document }
    case 'identity':
      return { document: proof.document, matches: proof.matches }
    case 'name':
      return { name: proof.name }
    case 'temperature':
      return { celsius: proof.celsius }
    default:
      return {}
  }
}

/** A proof as it is judged. */
export const judged = (proof: Proof): Judged => ({ ...saidBy(proof), kind: proof.kind }) as Judged

/** The kind of entry that a proof is in the delivery's history. */
export function eventKindOf(kind: ProofKind): RoadEventKind {
  if (kind === 'scan') return 'scanned'
  return kind === 'temperature' ? 'measured' : 'proved'
}

/** The kinds of proof as alerts call them. */
export const proofNames: Record<ProofKind, string> = {
  photo: 'Photo',
  signature: 'Signature',
  pin: 'PIN',
  scan: 'Scan',
  age: 'Age check',
  identity: 'Identity check',
  name: 'Name',
  temperature: 'Temperature',
}

/** After so many wrong PINs, a right one may have been found by trying. */
export const manyTries = 5

export type PhotoRow = Selectable<PhotoTable>
export type ProofRow = Selectable<ProofTable> & { driver_name: string | null }

/** A photo as it is shown. */
export function shownPhoto(row: PhotoRow, now: Date): ShownPhoto {
  const url = `/v1/photos/${row.id}`
  return {
    id: row.id,
    about: row.about,
    state: stateOf(row, now),
    sha256: row.sha256,
    bytes: row.bytes,
    media_type: row.media_type,
    width: row.width,
    height: row.height,
    taken_at: row.taken_at,
    ...placeOf(row),
    url: row.object_id && row.state !== 'not_an_image' ? url : null,
    original_url: row.original_id ? `${url}?original=true` : null,
  }
}

function stateOf({ state, object_id, expected_at }: PhotoRow, now: Date): ShownPhoto['state'] {
  if (state !== 'expected') return object_id ? state : 'removed'
  return new Date(expected_at) < photosDueBefore(now) ? 'missing' : 'expected'
}

function placeOf({ lat, lng, accuracy_m, distance_m }: PhotoRow | ProofRow) {
  const location = lat === null || lng === null ? null : { lat, lng }
  return { location, accuracy_m, distance_m: distance_m === null ? null : Math.round(distance_m) }
}

/** A proof as it is shown. */
export function shownProof(row: ProofRow, photo: PhotoRow | undefined, now: Date): DeliveryProof {
  const { name = null, code = null, years = null, document = null, celsius = null, strokes = null } = row.data
  return {
    id: row.id,
    kind: row.kind,
    taken_at: row.taken_at,
    received_at: row.received_at,
    driver_name: row.driver_name,
    ...placeOf(row),
    flags: row.flags,
    name,
    code,
    years,
    document,
    celsius,
    strokes,
    photo: photo ? shownPhoto(photo, now) : null,
  }
}

import { randomBytes, randomInt, webcrypto } from 'node:crypto'
import { sql } from 'kysely'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { Fix, Photo, Proof, RoadData, SentEntry } from '#domain/road/entry.ts'
import type { PhotoAbout } from '#domain/road/photo-states.ts'
import type { ProofFlag } from '#domain/road/proof-flags.ts'
import { flagsOf, metersFromPin } from '#domain/road/proof-verdict.ts'
import { pinHash, pinIterations, type PinCheck, type PinCrypto } from '#domain/road/pin-check.ts'
import { missingProofs } from '#domain/road/requirements.ts'
import { whatWasScanned } from '#domain/road/scanned.ts'
import type { CarriedDelivery, DriverDay } from '#domain/schema/driver-day.ts'
import type { RoadSettings } from '#domain/schema/road-settings.ts'
import type { Trx } from '../../db/connect.ts'
import type { Author } from '../../events/append.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { noteOnRoad, type RoadNote } from '../delivery-moves/commands.ts'
import { readStored, wasDriversOwn, type StoredDelivery } from '../deliveries/queries.ts'
import { broughtParcels, findFiles, findPhoto, readFileName, readKinds, readTaken } from './queries.ts'
import {
  eventKindOf,
  judgeArrived,
  judged,
  manyTries,
  missedSentence,
  photoOf,
  proofNames,
  saidBy,
  type PhotoRow,
} from './rules.ts'

/** What a proof is taken with: the entry of the phone's log, and who sent it. */
export type ProofWork = {
  trx: Trx
  author: Author
  driver: { id: string; name: string; user_id: string | null }
  sent: Pick<SentEntry, 'id' | 'device_id' | 'sequence' | 'hash'>
  /** The entry as histories name it. */
  reference: Record<string, Json>
  entry: { happenedAt: Date; fix: Fix | null }
  settings: Pick<RoadSettings, 'requirements' | 'ask_name' | 'far_from_pin_m'>
  now: Date
}

/**
 * Keeps a proof that a driver took, judges it, and writes it into the delivery's history. Doubtful ones are kept too, with
 * what is doubtful about them. A code that was scanned before is no second proof.
 */
export async function takeProof(work: ProofWork, data: RoadData['proof_taken']) {
  const { trx, author, driver, entry } = work
  const { workspaceId } = author
  const { delivery_id: id, proof } = data
  const [delivery] = await readStored(trx, workspaceId, [id])
  const isOwn = delivery && (delivery.driver_id === driver.id || (await wasDriversOwn(trx, workspaceId, id, driver.id)))
  if (!isOwn) return { outcome: 'refused', code: 'delivery_unknown' } as const
  if (delivery.erased_at) return { outcome: 'kept', code: 'was_erased' } as const
  const earlier = await readTaken(trx, workspaceId, id)
  if (earlier.some((each) => each.id === data.proof_id)) return { outcome: 'kept', code: 'already_so' } as const
  if (proof.kind === 'scan') {
    const codes = earlier.flatMap(({ kind, code }) => (kind === 'scan' && code ? [code] : []))
    const scanned = whatWasScanned(proof.code, delivery, { earlier: codes })
    if (scanned.is === 'again') return { outcome: 'kept', code: 'already_so' } as const
  }
  const fix = entry.fix ?? ('photo' in proof ? proof.photo.fix : null)
  const flags = [...judgeProof(work, delivery, proof, fix), ...(await pinFlags(work, delivery.id, proof))]
  const added = await addProof(work, delivery, data, { fix, flags })
  if (!added) return { outcome: 'kept', code: 'already_so' } as const
  if (delivery.status === 'delivered') await markMissingProofs(trx, workspaceId, delivery.id, work.settings, work.now)
  await noteOnRoad(trx, author, [noteOf(work, delivery, data, { fix, flags })], work.now)
  if (flags.includes('far_from_pin')) await tellFar(work, delivery, data, fix)
  if ('photo' in proof) {
    const about = { about: 'proof', aboutId: data.proof_id, delivery } as const
    await expectPhotos(trx, workspaceId, { driver, ...about, photos: [proof.photo] }, work.now)
  }
  return undefined
}

/** Tells dispatchers of the first proof of a delivery that was taken far away. */
async function tellFar(
  { trx, author, driver, now }: ProofWork,
  delivery: StoredDelivery,
  { proof }: RoadData['proof_taken'],
  fix: Fix | null,
): Promise<void> {
  const meters = Math.round(metersFromPin(pinOf(delivery), fix) ?? 0)
  const sentence = `${proofNames[proof.kind]} of delivery ${delivery.number} was taken ${meters} m from the pin.`
  const about = { driver_id: driver.id, delivery_id: delivery.id, route_id: delivery.route_id }
  const alert = { kind: 'far_from_pin', severity: 'low', key: `far:${delivery.id}`, sentence, ...about } as const
  await raiseAlert(trx, author.workspaceId, alert, now)
}

type Found = { fix: Fix | null; flags: ProofFlag[] }

const judgeProof = ({ settings }: ProofWork, delivery: StoredDelivery, proof: Proof, fix: Fix | null) =>
  flagsOf(judged(proof), { ...delivery, pin: pinOf(delivery) }, fix, settings.far_from_pin_m)

const pinOf = ({ delivery_location }: StoredDelivery) => delivery_location

async function addProof(
  { trx, author: { workspaceId }, driver, sent, entry, now }: ProofWork,
  delivery: StoredDelivery,
  { proof_id, stop_id, proof }: RoadData['proof_taken'],
  { fix, flags }: Found,
): Promise<boolean> {
  const row = await trx
    .insertInto('proofs')
    .values({
      workspace_id: workspaceId,
      id: proof_id,
      delivery_id: delivery.id,
      stop_id,
      driver_id: driver.id,
      device_id: sent.device_id,
      entry_id: sent.id,
      entry_hash: sent.hash,
      sequence: sent.sequence,
      kind: proof.kind,
      taken_at: entry.happenedAt,
      received_at: now,
      lat: fix?.lat,
      lng: fix?.lng,
      accuracy_m: fix?.accuracy_m,
      distance_m: metersFromPin(pinOf(delivery), fix),
      flags,
      data: JSON.stringify(saidBy(proof)),
      photo_id: 'photo' in proof ? proof.photo.id : null,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What the history says of a proof. Names, codes and places are sealed in it; strokes stay outside. */
function noteOf(
  { reference }: ProofWork,
  delivery: StoredDelivery,
  { proof_id, proof }: RoadData['proof_taken'],
  { fix, flags }: Found,
): RoadNote {
  const { strokes: _, name, code, ...open } = saidBy(proof)
  const photo = 'photo' in proof ? proof.photo : undefined
  const meters = metersFromPin(pinOf(delivery), fix)
  const said = { ...(name && { name }), ...(code && { code }), ...(fix && { lat: fix.lat, lng: fix.lng }) }
  return {
    delivery_id: delivery.id,
    kind: eventKindOf(proof.kind),
    detail: {
      proof_id,
      proof: proof.kind,
      ...(open as Record<string, Json>),
      ...(photo && { photo: photoDetail(photo) }),
      ...(meters !== null && { distance_m: Math.round(meters) }),
      ...(flags.length && { flags }),
      device: reference,
    },
    ...(Object.keys(said).length && { said }),
  }
}

/** What a history says of a photo: with its hash in the chain, nobody can exchange it. */
export const photoDetail = ({ id, sha256, bytes }: Photo): Record<string, Json> => ({ id, sha256, bytes })

/** Photos that are on their way. */
export type ExpectedPhotos = {
  /** With the account in whose folder they arrive, whoever accepted what the phone said. */
  driver: { id: string; user_id: string | null }
  about: PhotoAbout
  /** The id of what they are photos of. */
  aboutId: string
  delivery?: Pick<StoredDelivery, 'id' | 'delivery_location'>
  photos: Photo[]
}

/**
 * Notes photos that the phone took, with the hashes that it signed, and looks whether they are here already. They arrive in
 * the bucket `proofs`, as `<user>/<photo id>`.
 */
export async function expectPhotos(
  trx: Trx,
  workspaceId: string,
  { driver, about, aboutId, delivery, photos }: ExpectedPhotos,
  now: Date,
): Promise<void> {
  for (const photo of photos) {
    // Whoever looks at the arrived file waits here until the photo is known.
    await lockPhoto(trx, photo.id)
    const row = await trx
      .insertInto('photos')
      .values({
        workspace_id: workspaceId,
        id: photo.id,
        about,
        about_id: aboutId,
        delivery_id: delivery?.id,
        driver_id: driver.id,
        user_id: driver.user_id,
        sha256: photo.sha256,
        bytes: photo.bytes,
        media_type: photo.media_type,
        width: photo.width,
        height: photo.height,
        original_sha256: photo.original?.sha256,
        original_bytes: photo.original?.bytes,
        taken_at: photo.taken_at,
        lat: photo.fix?.lat,
        lng: photo.fix?.lng,
        accuracy_m: photo.fix?.accuracy_m,
        distance_m: metersFromPin(delivery?.delivery_location ?? null, photo.fix),
        expected_at: now,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) await settlePhoto(trx, workspaceId, row, now)
  }
}

const lockPhoto = (trx: Trx, id: string) =>
  sql`select pg_advisory_xact_lock(hashtext('karta photo'), hashtext(${id}))`.execute(trx)

/** Looks whether a file that arrived is a photo that some phone signed. One that nobody knows yet waits for its entry. */
export async function checkArrived(trx: Trx, workspaceId: string, objectId: string, now: Date): Promise<void> {
  const name = await readFileName(trx, workspaceId, objectId)
  const whose = name === undefined ? undefined : photoOf(name)
  if (!whose) return
  let photo = await findPhoto(trx, workspaceId, whose)
  if (!photo) {
    await lockPhoto(trx, whose.photoId)
    photo = await findPhoto(trx, workspaceId, whose)
  }
  if (photo) await settlePhoto(trx, workspaceId, photo, now)
}

const karta = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Karta' })

/** Compares what arrived for a photo with what the phone signed, and tells it once. */
async function settlePhoto(trx: Trx, workspaceId: string, photo: PhotoRow, now: Date): Promise<void> {
  const { photo: arrived, original } = await findFiles(trx, workspaceId, photo)
  if (!arrived && !original) return
  const [delivery] = photo.delivery_id ? await readStored(trx, workspaceId, [photo.delivery_id]) : []
  if (delivery?.erased_at) {
    const ids = [arrived, original].flatMap((file) => file?.id ?? [])
    await sql`delete from storage.objects where id = any(${ids}::uuid[])`.execute(trx)
    return
  }
  const state = arrived ? judgeArrived(photo.sha256, arrived) : photo.state
  const isOriginal = original && judgeArrived(photo.original_sha256 ?? '', original) === 'stored'
  await trx
    .updateTable('photos')
    .set({ state, object_id: arrived?.id ?? null, original_id: isOriginal ? original.id : null, checked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', photo.id)
    .execute()
  if (photo.missing_at && state !== 'expected') await settleMissed(trx, workspaceId, photo, now)
  if (!delivery || state === photo.state) return
  const found: Record<string, Json> = state === 'stored' ? {} : { arrived_sha256: arrived!.sha256 }
  const detail = { state, photo: { id: photo.id, sha256: photo.sha256 }, ...found }
  await noteOnRoad(trx, karta(workspaceId), [{ delivery_id: delivery.id, kind: 'photo_checked', detail }], now)
  await tellArrived(trx, workspaceId, { delivery, photo, state }, now)
}

/** One alert for all photos of a delivery that have not come; for all of a driver that are of none. */
const missedKey = ({ delivery_id, driver_id }: Pick<PhotoRow, 'delivery_id' | 'driver_id'>) =>
  delivery_id ? `photos:delivery:${delivery_id}` : `photos:driver:${driver_id}`

/** Tells dispatchers once of photos that phones announced long ago and that have not arrived. */
export async function missPhotos(trx: Trx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  const photos = await trx
    .updateTable('photos')
    .set({ missing_at: now })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('state', '=', 'expected')
    .where('missing_at', 'is', null)
    .returning(['id', 'delivery_id', 'driver_id'])
    .execute()
  const deliveryIds = [...new Set(photos.flatMap(({ delivery_id }) => delivery_id ?? []))]
  const deliveries = new Map((await readStored(trx, workspaceId, deliveryIds)).map((each) => [each.id, each]))
  for (const [key, group] of Map.groupBy(photos, missedKey)) {
    const { delivery_id, driver_id } = group[0]!
    const delivery = delivery_id ? deliveries.get(delivery_id) : undefined
    if (delivery?.erased_at || (!delivery && !driver_id)) continue
    const sentence = missedSentence(group.length, delivery?.number)
    const about = { driver_id, delivery_id, route_id: delivery?.route_id }
    await raiseAlert(trx, workspaceId, { kind: 'missing_proof', severity: 'medium', key, sentence, ...about }, now)
  }
}

/** A photo came after all. The alert is over once none of its photos is missing any more. */
async function settleMissed(trx: Trx, workspaceId: string, photo: PhotoRow, now: Date): Promise<void> {
  const { delivery_id, driver_id } = photo
  const left = await trx
    .selectFrom('photos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'expected')
    .where('missing_at', 'is not', null)
    .where((eb) => (delivery_id ? eb('delivery_id', '=', delivery_id) : eb('driver_id', '=', driver_id)))
    .where('delivery_id', delivery_id ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (!left) await settleAlert(trx, workspaceId, missedKey(photo), now)
}

type Looked = { delivery: StoredDelivery; photo: PhotoRow; state: PhotoRow['state'] }

/** Tells dispatchers that something else arrived than the photo that was taken, or that the right one is here now. */
async function tellArrived(trx: Trx, workspaceId: string, { delivery, photo, state }: Looked, now: Date) {
  const key = `photo:${photo.id}`
  if (state === 'stored') return settleAlert(trx, workspaceId, key, now)
  const sentence = `A file arrived for delivery ${delivery.number} that is not the photo that the driver took.`
  const about = { driver_id: photo.driver_id, delivery_id: delivery.id, route_id: delivery.route_id }
  await raiseAlert(trx, workspaceId, { kind: 'missing_proof', severity: 'medium', key, sentence, ...about }, now)
}

/**
 * Writes down what a delivery lacks as proof, for lists. Call it before the event that tells that it was delivered.
 * @returns what is missing
 */
export async function markMissingProofs(
  trx: Trx,
  workspaceId: string,
  deliveryId: string,
  settings: Pick<RoadSettings, 'requirements' | 'ask_name'>,
  now: Date,
) {
  const [delivery] = await readStored(trx, workspaceId, [deliveryId])
  const taken = await readTaken(trx, workspaceId, deliveryId)
  const brought = await broughtParcels(trx, workspaceId, deliveryId)
  const missing = missingProofs(delivery!, settings, taken, brought)
  await trx
    .updateTable('deliveries')
    .set({ missing_proofs: missing.map(({ kind }) => kind) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deliveryId)
    .execute()
  await tellMissing(
    trx,
    workspaceId,
    delivery!,
    missing.map(({ kind }) => proofNames[kind]),
    now,
  )
  return missing
}

/** Tells dispatchers that a delivery was made without what was asked for, or that it is there now. */
async function tellMissing(trx: Trx, workspaceId: string, delivery: StoredDelivery, names: string[], now: Date) {
  const { id: delivery_id, number, driver_id, route_id } = delivery
  const key = `proof:${delivery_id}`
  if (!names.length) return settleAlert(trx, workspaceId, key, now)
  const sentence = `Delivery ${number} was delivered without proof that was asked for: ${names.join(', ')}.`
  const about = { driver_id, delivery_id, route_id }
  await raiseAlert(trx, workspaceId, { kind: 'missing_proof', severity: 'medium', key, sentence, ...about }, now)
}

const digits = 4
const newPin = () => String(randomInt(10 ** digits)).padStart(digits, '0')

/** The PINs of these deliveries. Those that have none get one. */
export async function givePins(trx: Trx, workspaceId: string, ids: string[]) {
  if (!ids.length) return []
  const known = await readPins(trx, workspaceId, ids)
  const without = ids.filter((id) => !known.some(({ delivery_id }) => delivery_id === id))
  if (!without.length) return known
  const rows = without.map((delivery_id) => ({
    workspace_id: workspaceId,
    delivery_id,
    pin: newPin(),
    salt: randomBytes(16).toString('base64url'),
  }))
  await trx
    .insertInto('delivery_pins')
    .values(rows)
    .onConflict((conflict) => conflict.column('delivery_id').doNothing())
    .execute()
  return readPins(trx, workspaceId, ids)
}

function readPins(trx: Trx, workspaceId: string, ids: string[]) {
  return trx
    .selectFrom('delivery_pins')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .execute()
}

/** By what a phone without a network checks the PINs of these deliveries. Each is worked out once. */
export async function pinChecks(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, PinCheck>> {
  const rows = await givePins(trx, workspaceId, ids)
  const checks = await Promise.all(
    rows.map(async ({ delivery_id, pin, salt, hash }) => {
      const how = { salt, iterations: pinIterations }
      return { delivery_id, isNew: hash === null, ...how, hash: hash ?? (await pinHash(subtle, pin, how)) }
    }),
  )
  const added = checks.filter(({ isNew }) => isNew)
  if (added.length) {
    await sql`
      update delivery_pins p set hash = r.hash
      from unnest(${added.map((each) => each.delivery_id)}::uuid[], ${added.map((each) => each.hash)}::text[]) as r(id, hash)
      where p.workspace_id = ${workspaceId} and p.delivery_id = r.id`.execute(trx)
  }
  return new Map(checks.map(({ delivery_id, isNew: _, ...check }) => [delivery_id, check]))
}

/** The day of a driver with what is there of each delivery, and by what a phone without a network checks PINs. */
export async function withProofs(trx: Trx, workspaceId: string, day: DriverDay): Promise<DriverDay> {
  const deliveries = day.routes.flatMap(({ stops }) => stops.flatMap(({ delivery }) => delivery ?? []))
  const asked = deliveries.filter(({ requirements }) => requirements.includes('pin')).map(({ id }) => id)
  const checks = await pinChecks(trx, workspaceId, [...new Set(asked)])
  const kinds = await readKinds(
    trx,
    workspaceId,
    deliveries.map(({ id }) => id),
  )
  const shown = (delivery: CarriedDelivery): CarriedDelivery => ({
    ...delivery,
    pin_check: delivery.requirements.includes('pin') ? (checks.get(delivery.id) ?? null) : null,
    has_proofs: kinds.get(delivery.id) ?? [],
  })
  const routes = day.routes.map((route) => ({
    ...route,
    stops: route.stops.map((stop) => (stop.delivery ? { ...stop, delivery: shown(stop.delivery) } : stop)),
  }))
  return { ...day, routes }
}

const subtle = webcrypto.subtle as unknown as PinCrypto

/** Whether a PIN is the right one; how many were wrong is counted. */
async function pinFlags(
  { trx, author: { workspaceId }, entry }: ProofWork,
  id: string,
  proof: Proof,
): Promise<ProofFlag[]> {
  if (proof.kind !== 'pin') return []
  const [row] = await givePins(trx, workspaceId, [id])
  const isRight = row!.pin === proof.code.trim()
  await trx
    .updateTable('delivery_pins')
    .set(isRight ? { confirmed_at: row!.confirmed_at ?? entry.happenedAt } : { wrong_tries: row!.wrong_tries + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .execute()
  if (!isRight) return ['wrong_pin']
  return row!.wrong_tries >= manyTries ? ['many_tries'] : []
}

import { AppError } from '#domain/errors.ts'
import type { NotedAction } from '#domain/audit/actions.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type {
  Prescription,
  PrescriptionState,
  PrescriptionWrite,
  ReadingDoor,
  ReadingPurpose,
} from '#domain/schema/prescription.ts'
import { noteAudit } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { anySeen, checkSeen, type Seen } from '../../http/if-match.ts'
import { sendMail } from '../../queue/mail.ts'
import { raiseAlert } from '../alerts/commands.ts'
import { changeDelivery, recordEvents } from '../deliveries/commands.ts'
import { getDelivery, lockDeliveries, type StoredDelivery } from '../deliveries/queries.ts'
import { actAsKarta } from '../members/commands.ts'
import { mailAddresses, ownersOf } from '../ownership/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { findRow, opened, openPrescription, readState } from './queries.ts'
import {
  contentsContext,
  contentsOf,
  doorContext,
  doorOf,
  doorOfActor,
  emergencyMail,
  followingFrom,
  isSameContents,
} from './rules.ts'

type Reading = Pick<Deps, 'sealer' | 'now'>

/**
 * Reads a prescription and notes who did, in one transaction: nobody reads it without an entry.
 * @throws AppError `delivery_not_found`, `prescription_not_found`
 */
export async function readPrescription(
  trx: Trx,
  { sealer, now }: Reading,
  actor: Actor,
  deliveryId: string,
  purpose: ReadingPurpose | undefined,
): Promise<Prescription> {
  const delivery = await getDelivery(trx, actor.workspaceId, deliveryId)
  const prescription = await openPrescription(trx, sealer, actor.workspaceId, delivery)
  noteReading(trx, actor, delivery, { door: doorOfActor(actor), purpose }, now())
  return prescription
}

type Called = { id: string; number: number }

/** Deliveries with what their prescriptions say, for the export of a recipient. Each is an entry of its own. */
export async function withPrescriptions<D extends { delivery: Delivery }>(
  trx: Trx,
  { sealer, now }: Reading,
  actor: Actor,
  deliveries: D[],
): Promise<(D & { prescription: Prescription | null })[]> {
  const found: (D & { prescription: Prescription | null })[] = []
  for (const each of deliveries) {
    const { delivery } = each
    const isThere = delivery.has_prescription && (await findRow(trx, actor.workspaceId, delivery.id))
    if (isThere) noteReading(trx, actor, delivery, { door: 'recipient_export' }, now())
    const prescription = isThere ? await openPrescription(trx, sealer, actor.workspaceId, delivery) : null
    found.push({ ...each, prescription })
  }
  return found
}

/** Notes that somebody read a prescription. */
function noteReading(
  trx: Trx,
  actor: Actor,
  delivery: Called,
  detail: { door: ReadingDoor; purpose?: ReadingPurpose | undefined },
  now: Date,
): void {
  note(trx, actor, delivery, 'prescription.seen', now, detail)
}

function note(
  trx: Trx,
  actor: Actor,
  { id, number }: Called,
  action: NotedAction,
  now: Date,
  detail: Record<string, unknown> = { door: doorOfActor(actor) },
  personal: Record<string, unknown> = {},
): void {
  const given = Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== undefined))
  noteAudit(trx, actor, { action, record: { kind: 'delivery', id, label: `#${number}` }, detail: given, personal }, now)
}

/**
 * Adds a prescription to a delivery, or replaces it, and lets the driver check at the door what it asks for.
 * @throws AppError `delivery_not_found`, `delivery_erased`, `version_conflict`, `delivery_on_route`, `validation_failed`
 */
export async function writePrescription(
  trx: Trx,
  { sealer, now }: Reading,
  actor: Actor,
  deliveryId: string,
  wanted: PrescriptionWrite,
  seen: Seen,
): Promise<PrescriptionState> {
  const { workspaceId } = actor
  const at = now()
  const delivery = await lockDelivery(trx, workspaceId, deliveryId)
  if (delivery.erased_at) throw new AppError('delivery_erased')
  const row = await findRow(trx, workspaceId, deliveryId)
  await checkSeen(seen, row ?? { version: 0 }, () => {
    // Not what it says: a refused call leaves no entry of who read it.
    const { version = 0, updated_at = null, updated_by } = row ?? {}
    return { current: { version, delivery_id: deliveryId, updated_at }, ...(updated_by && { changed_by: updated_by }) }
  })
  const contents = contentsOf(wanted)
  const isSame = row !== undefined && isSameContents(opened(sealer, deliveryId, row.sealed), contents)
  // Members who handle prescriptions need not be able to change deliveries.
  await actAsKarta(trx, actor)
  const asKarta: Actor = { ...actor, role: 'owner' }
  const following = followingFrom(wanted, delivery)
  if (Object.keys(following).length) await changeDelivery(trx, asKarta, deliveryId, following, anySeen(), at)
  if (!isSame) {
    await store(trx, sealer, actor, deliveryId, { contents, isNew: !row, at })
    if (!delivery.has_prescription) await setFlag(trx, actor, deliveryId, true, at)
    note(trx, actor, delivery, row ? 'prescription.changed' : 'prescription.added', at)
  }
  return readState(trx, workspaceId, await getDelivery(trx, workspaceId, deliveryId))
}

async function store(
  trx: Trx,
  sealer: Deps['sealer'],
  { workspaceId, name }: Actor,
  deliveryId: string,
  { contents, isNew, at }: { contents: ReturnType<typeof contentsOf>; isNew: boolean; at: Date },
): Promise<void> {
  const said = {
    sealed: sealer.seal(JSON.stringify(contents), contentsContext(deliveryId)),
    updated_at: at,
    updated_by: name,
  }
  const ids = { workspace_id: workspaceId, delivery_id: deliveryId }
  if (isNew) {
    await trx
      .insertInto('prescriptions')
      .values({ ...ids, ...said, created_at: at })
      .execute()
  } else {
    await trx
      .updateTable('prescriptions')
      .set((eb) => ({ ...said, version: eb('version', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('delivery_id', '=', deliveryId)
      .execute()
  }
  await dropDoor(trx, workspaceId, deliveryId)
  const door = doorOf(contents)
  if (!door) return
  const sealed = sealer.seal(JSON.stringify(door), doorContext(deliveryId))
  await trx
    .insertInto('prescription_doors')
    .values({ ...ids, sealed })
    .execute()
}

async function dropDoor(trx: Trx, workspaceId: string, deliveryId: string): Promise<void> {
  await trx
    .deleteFrom('prescription_doors')
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .execute()
}

/**
 * Removes what a prescription says for good. What the driver checks at the door stays with the delivery.
 * @throws AppError `delivery_not_found`, `prescription_not_found`
 */
export async function removePrescription(trx: Trx, actor: Actor, deliveryId: string, now: Date): Promise<void> {
  const { workspaceId } = actor
  const delivery = await lockDelivery(trx, workspaceId, deliveryId)
  if (!(await findRow(trx, workspaceId, deliveryId))) throw new AppError('prescription_not_found')
  await actAsKarta(trx, actor)
  await trx
    .deleteFrom('prescriptions')
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .execute()
  await dropDoor(trx, workspaceId, deliveryId)
  await setFlag(trx, actor, deliveryId, false, now)
  note(trx, actor, delivery, 'prescription.removed', now)
}

/**
 * Reads a prescription for somebody who manages the workspace and does not handle prescriptions. The owners are told.
 * @throws AppError `delivery_not_found`, `prescription_not_found`
 */
export async function readInEmergency(
  trx: Trx,
  deps: Reading & Pick<Deps, 'config' | 'mailer' | 'queue'>,
  actor: Actor,
  deliveryId: string,
  reason: string,
): Promise<Prescription> {
  const { workspaceId, name: who } = actor
  const now = deps.now()
  const delivery = await getDelivery(trx, workspaceId, deliveryId)
  await actAsKarta(trx, actor)
  const prescription = await openPrescription(trx, deps.sealer, workspaceId, delivery)
  note(trx, actor, delivery, 'prescription.seen_in_emergency', now, { door: doorOfActor(actor) }, { reason })
  const { number } = delivery
  const key = `prescription:${deliveryId}:${actor.userId}:${now.toISOString()}`
  const sentence = `${who} read the prescription of delivery ${number} in an emergency.`
  const alert = { kind: 'prescription_emergency', severity: 'high', key, sentence, delivery_id: deliveryId } as const
  await raiseAlert(trx, workspaceId, alert, now)
  const { name: workspaceName } = await readWorkspace(trx, workspaceId)
  const pageUrl = `${deps.config.publicUrl}/dashboard/audit?workspace=${workspaceId}&record=${deliveryId}`
  for (const to of (await mailAddresses(trx, await ownersOf(trx, workspaceId))).values()) {
    await sendMail(trx, deps, emergencyMail({ to, who, number, reason, workspaceName, pageUrl }))
  }
  return prescription
}

async function lockDelivery(trx: Trx, workspaceId: string, id: string): Promise<StoredDelivery> {
  const [delivery] = await lockDeliveries(trx, workspaceId, { ids: [id] })
  if (!delivery || delivery.deleted_at) throw new AppError('delivery_not_found')
  return delivery
}

/** Says for everybody whether there is a prescription. */
async function setFlag(trx: Trx, actor: Actor, id: string, hasPrescription: boolean, now: Date): Promise<void> {
  const { workspaceId } = actor
  const before = await lockDelivery(trx, workspaceId, id)
  await trx
    .updateTable('deliveries')
    .set({ has_prescription: hasPrescription, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await recordEvents(trx, actor, [{ delivery_id: id, kind: 'updated', before }], now)
}

import { isDeepStrictEqual } from 'node:util'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Requirement } from '#domain/schema/order.ts'
import {
  prescriptionChecks,
  refrigerated,
  type DoorReceiver,
  type Prescription,
  type PrescriptionAccess,
  type PrescriptionWrite,
  type ReadingDoor,
} from '#domain/schema/prescription.ts'
import type { ShownAuditEntry } from '#domain/audit/shown.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import type { Actor } from '../../http/callers/actor.ts'
import type { Mail } from '../../outside/mail.ts'

/** What a prescription is sealed for. */
export const contentsContext = (deliveryId: string) => `prescriptions.sealed ${deliveryId}`
export const doorContext = (deliveryId: string) => `prescription_doors.sealed ${deliveryId}`

/** Where sealed prescriptions are, and what each is sealed for. */
export const sealedPrescriptionColumns = [
  { table: 'prescriptions', column: 'sealed', row: ['delivery_id'], context: contentsContext },
  { table: 'prescription_doors', column: 'sealed', row: ['delivery_id'], context: doorContext },
] as const

/** What is sealed of a prescription. What the driver checks is kept with the delivery. */
export type Contents = Omit<PrescriptionWrite, 'checks'>

export function contentsOf({ checks: _, ...contents }: PrescriptionWrite): Contents {
  return contents
}

export const isSameContents = (one: Contents, other: Contents): boolean => isDeepStrictEqual(one, other)

/** The names that a driver needs; null where anybody may receive it. */
export function doorOf({ received_by, authorized_names }: Contents): DoorReceiver | null {
  return received_by === 'anybody' ? null : { received_by, authorized_names }
}

/** What of a delivery's requirements a prescription asks for. */
export const checksOf = ({ requirements }: Pick<Delivery, 'requirements'>): Prescription['checks'] =>
  prescriptionChecks.filter((check) => requirements.includes(check))

type Asking = Pick<Delivery, 'requirements' | 'temperature_min_c' | 'temperature_max_c'>

/** The fields of the delivery that follow from a prescription, as far as they differ. */
export function followingFrom(
  { checks, is_refrigerated }: PrescriptionWrite,
  { requirements, temperature_min_c: min, temperature_max_c: max }: Asking,
): Partial<Asking> {
  const others = requirements.filter((each) => !(prescriptionChecks as readonly Requirement[]).includes(each))
  const wanted: Requirement[] = [...others, ...prescriptionChecks.filter((check) => checks.includes(check))]
  const isSame = wanted.length === requirements.length && wanted.every((each) => requirements.includes(each))
  return {
    ...(!isSame && { requirements: wanted }),
    ...(is_refrigerated && min === null && max === null && refrigerated),
  }
}

/** Through what somebody reads. */
export const doorOfActor = ({ isApiKey }: Actor): ReadingDoor => (isApiKey ? 'api_key' : 'dashboard')

/** The actions of the audit log that are about a prescription. */
export const accessActions = {
  'prescription.seen': 'seen',
  'prescription.seen_in_emergency': 'seen_in_emergency',
  'prescription.added': 'added',
  'prescription.changed': 'changed',
  'prescription.removed': 'removed',
} as const satisfies Record<string, PrescriptionAccess['kind']>

/** An entry of the audit log as a line of who saw it. */
export function accessOf({ at, action, actor, detail, changes }: ShownAuditEntry): PrescriptionAccess {
  const { door = null, purpose = null } = detail as { door?: ReadingDoor; purpose?: PrescriptionAccess['purpose'] }
  const reason = changes.reason?.to
  return {
    at,
    kind: accessActions[action as keyof typeof accessActions],
    name: actor.name,
    door,
    purpose,
    reason: typeof reason === 'string' ? reason : null,
  }
}

type Emergency = { to: string; who: string; number: number; reason: string; workspaceName: string; pageUrl: string }

/** Tells an owner that somebody read a prescription without the right to. */
export function emergencyMail({ to, who, number, reason, workspaceName, pageUrl }: Emergency): Mail {
  const lines = [
    `${who} read the prescription of delivery ${number} of ${workspaceName} without being among those who handle prescriptions.`,
    `The reason given: ${reason}`,
    `The audit log says when and from where: ${pageUrl}`,
  ]
  return {
    to,
    subject: 'A prescription was read in an emergency',
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}

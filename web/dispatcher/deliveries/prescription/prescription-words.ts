import type { Delivery } from '#domain/schema/delivery.ts'
import {
  prescriptionChecks,
  type Prescription,
  type PrescriptionAccess,
  type ReadingPurpose,
  type ReceiverKind,
} from '#domain/schema/prescription.ts'

export const receiverWords: Record<ReceiverKind, string> = {
  anybody: 'Anybody at the address',
  patient: 'Only the patient',
  authorized: 'The patient or an authorized person',
}

export const checkWords: Record<(typeof prescriptionChecks)[number], string> = {
  signature: 'Signature',
  identity: 'Identity check',
}

export const purposeWords: Record<ReadingPurpose, string> = {
  treatment: 'Treatment',
  payment: 'Payment',
  operations: 'Operations of the pharmacy',
  patient_request: 'The patient asked',
  other: 'Something else',
}

const doorWords: Record<NonNullable<PrescriptionAccess['door']>, string> = {
  dashboard: 'in the dashboard',
  api_key: 'with an API key',
  recipient_export: 'in the export of a recipient',
}

const deedWords: Record<PrescriptionAccess['kind'], string> = {
  seen: 'Read it',
  seen_in_emergency: 'Read it in an emergency',
  added: 'Added it',
  changed: 'Changed it',
  removed: 'Removed it',
}

/** What somebody did with a prescription: `Read it in the dashboard`. */
export const accessWords = ({ kind, door }: Pick<PrescriptionAccess, 'kind' | 'door'>): string =>
  [deedWords[kind], door && kind !== 'seen_in_emergency' && doorWords[door]].filter(Boolean).join(' ')

/** What the driver does at the door because of a prescription, in words. */
export function doorLine({ requirements }: Pick<Delivery, 'requirements'>): string {
  const asked = prescriptionChecks.filter((check) => requirements.includes(check)).map((check) => checkWords[check])
  return asked.length
    ? `At the door, the driver asks for: ${asked.join(', ').toLowerCase()}.`
    : 'Nothing is checked at the door.'
}

/** What the form holds: lists as text, one entry a line. */
export type PrescriptionValues = {
  numbers: string
  items: ItemValues[]
  note: string
  received_by: ReceiverKind
  authorized_names: string
  checks: Prescription['checks']
  is_refrigerated: boolean
}
export type ItemValues = { name: string; quantity: string; schedule: string; is_controlled: boolean }

export const emptyItem: ItemValues = { name: '', quantity: '', schedule: '', is_controlled: false }

export function toValues(stored: Prescription | undefined): PrescriptionValues {
  return {
    numbers: stored?.numbers.join('\n') ?? '',
    items: (stored?.items ?? []).map(({ name, quantity, schedule, is_controlled }) => ({
      name,
      quantity: quantity ?? '',
      schedule: schedule ?? '',
      is_controlled,
    })),
    note: stored?.note ?? '',
    received_by: stored?.received_by ?? 'patient',
    authorized_names: stored?.authorized_names.join('\n') ?? '',
    checks: stored?.checks ?? [...prescriptionChecks],
    is_refrigerated: stored?.is_refrigerated ?? false,
  }
}

const lines = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function toBody(values: PrescriptionValues) {
  return {
    ...values,
    numbers: lines(values.numbers),
    items: values.items.map(({ quantity, schedule, ...item }) => ({
      ...item,
      quantity: quantity.trim() || null,
      schedule: schedule.trim() || null,
    })),
    note: values.note.trim() || null,
    authorized_names: values.received_by === 'authorized' ? lines(values.authorized_names) : [],
  }
}

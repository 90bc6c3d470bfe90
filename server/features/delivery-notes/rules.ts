import { failureReasons } from '#domain/failure-reasons.ts'
import { formatsIn } from '#domain/formats.ts'
import type { Language } from '#domain/language.ts'
import { codesOf } from '#domain/road/scanned.ts'
import type { ProofFlag } from '#domain/road/proof-flags.ts'
import type { Look } from '#domain/schema/look.ts'
import type { Delivery, DeliveryHistory } from '#domain/schema/delivery.ts'
import type { DeliveryProof, DeliveryProofs, ShownPhoto } from '#domain/schema/proof.ts'
import type { Cell, DrawnPhoto, DrawnSignature, NotePaper } from '../../papers/paper.ts'

/** How a workspace writes, and who it is. */
export type House = { name: string; language: Language; time_zone: string; currency: string }

type Facts = {
  house: House
  look: Pick<Look, 'accent' | 'contact'>
  delivery: Delivery
  from: string | null
  proofs: Omit<DeliveryProofs, 'pin'>
  history: DeliveryHistory
}

/** What was read of files. */
type Pictures = { images: ReadonlyMap<string, Uint8Array>; logo: Uint8Array | null }

/** As many photos are on a note, and as many bytes of them. The others are named only. */
export const mostPhotos = 12
export const mostPhotoBytes = 40_000_000

/** What pdfkit can draw. */
export const isPrintable = (type: string) => type === 'image/jpeg' || type === 'image/png'

const joined = (...words: (string | false | null | undefined)[]) => words.filter(Boolean).join(' · ')

/** A delivery note with its proofs. */
export function noteOf(facts: Facts, { images, logo }: Pictures, now: Date): NotePaper {
  const { house, look, delivery, from, proofs } = facts
  const { formatDateTime, formatDay } = formatsIn(house.language)
  const { number, reference, order_reference, scheduled_date } = delivery
  return {
    title: `Delivery note ${number}`,
    look: { name: house.name, logo, accent: look.accent, contact: look.contact },
    head: {
      // Not twice.
      left: logo || look.contact ? '' : house.name,
      right: `Printed ${formatDateTime(now, house.time_zone)}`,
      title: `Delivery note #${number}`,
      beside: scheduled_date ? formatDay(scheduled_date) : '',
      facts: joined(statusWords(house, delivery), reference, order_reference && `Order ${order_reference}`),
    },
    boxes: [
      {
        title: 'To',
        lines: [delivery.recipient_name ?? '', delivery.delivery_address, delivery.recipient_phone ?? ''],
      },
      { title: 'From', lines: [from ?? house.name, delivery.pickup_address ?? ''] },
      { title: 'Delivery', lines: deliveryLines(house, delivery) },
    ],
    tables: [parcelTable(house, delivery, proofs.data), proofTable(house, proofs)],
    signatures: proofs.data.flatMap((proof) => signatureOf(house, proof)),
    photos: photosOf(house, proofs, images),
    foot: footOf(facts.history),
  }
}

const stateWords: Record<Delivery['status'], string> = {
  pending: 'Not planned yet',
  planned: 'Planned',
  dispatched: 'On a route',
  in_transit: 'On its way',
  arrived: 'The driver is there',
  delivered: 'Delivered',
  failed: 'Not delivered',
  cancelled: 'Canceled',
}

function statusWords({ language, time_zone }: House, { status, status_at, failure_reason }: Delivery): string {
  const reason = failure_reason && failureReasons[failure_reason]?.say
  return [
    [stateWords[status], status_at && formatsIn(language).formatDateTime(status_at, time_zone)]
      .filter(Boolean)
      .join(' '),
    reason,
  ]
    .filter(Boolean)
    .join(': ')
}

function deliveryLines({ language, currency }: House, delivery: Delivery): string[] {
  const { formatHours, formatKilograms, formatMoney, countOf } = formatsIn(language)
  const { window_start, window_end, weight_kg, units, cash_amount, driver_name, notes } = delivery
  return [
    driver_name ? `Driver: ${driver_name}` : '',
    window_start && window_end ? `Window: ${formatHours(window_start, window_end)}` : '',
    joined(units > 0 && countOf(units, 'piece'), weight_kg > 0 && formatKilograms(weight_kg)),
    cash_amount === null ? '' : `Cash: ${formatMoney(cash_amount, currency)}`,
    notes ?? '',
  ]
}

function parcelTable({ language }: House, delivery: Delivery, proofs: DeliveryProof[]): NotePaper['tables'][number] {
  const { formatKilograms } = formatsIn(language)
  const scanned = new Set(proofs.flatMap(({ kind, code }) => (kind === 'scan' && code ? [code.toUpperCase()] : [])))
  const codes = codesOf(delivery)
  const rows = delivery.parcels.map(({ description, weight_kg }, at): Cell[] => [
    codes[at]!,
    description ?? '',
    weight_kg === null ? '' : formatKilograms(weight_kg),
    scanned.has(codes[at]!.toUpperCase()) ? 'Scanned' : '',
  ])
  const columns = [
    { title: 'Parcel', share: 0.3 },
    { title: 'Content', share: 0.4 },
    { title: 'Weight', share: 0.15 },
    { title: 'At the door', share: 0.15 },
  ]
  return { title: 'Parcels', columns, rows }
}

const kindWords: Record<DeliveryProof['kind'], string> = {
  photo: 'Photo',
  signature: 'Signature',
  pin: 'PIN of the recipient',
  scan: 'Code',
  age: 'Age',
  identity: 'Identity',
  name: 'Name',
  temperature: 'Temperature',
}

const documentWords: Record<string, string> = {
  id_card: 'Name compared with an ID card',
  passport: 'Name compared with a passport',
  license: 'Name compared with a driving license',
  other: 'Name compared with another document',
}

const doubts: Record<ProofFlag, string> = {
  far_from_pin: 'far from the address',
  no_place: 'place unknown',
  thin_signature: 'hardly a signature',
  wrong_pin: 'wrong PIN',
  many_tries: 'after many tries',
  wrong_code: 'not of this delivery',
  too_young: 'younger than required',
  other_name: 'another name on the document',
  too_warm: 'too warm',
  too_cold: 'too cold',
}

function proofTable(house: House, { data, missing }: Facts['proofs']): NotePaper['tables'][number] {
  const { formatDateTime } = formatsIn(house.language)
  const columns = [
    { title: 'Proof', share: 0.2 },
    { title: 'What', share: 0.27 },
    { title: 'When', share: 0.23 },
    { title: 'Where', share: 0.3 },
  ]
  const rows = [
    ...data.map((proof): Cell[] => [
      [{ text: kindWords[proof.kind], isBold: true }],
      [
        { text: valueOf(house, proof) },
        ...proof.flags.map((flag) => ({ text: doubts[flag], isSmall: true, isBold: true })),
      ],
      formatDateTime(proof.taken_at, house.time_zone),
      placeWords(house, proof),
    ]),
    ...missing.map(({ kind, codes }): Cell[] => [
      [{ text: kindWords[kind], isBold: true }],
      [{ text: codes.length ? `Not scanned: ${codes.join(', ')}` : 'Asked for, and not there' }],
      '',
      '',
    ]),
  ]
  return { title: 'Proof of delivery', columns, rows }
}

function valueOf(
  { language }: House,
  { kind, name, code, years, document, celsius, photo, flags }: DeliveryProof,
): string {
  if (kind === 'temperature' && celsius !== null) return `${formatsIn(language).formatNumber(celsius)} °C`
  if (kind === 'age' && years !== null) return `${years} years`
  if (kind === 'identity' && document !== null) return documentWords[document] ?? ''
  if (kind === 'pin') return flags.includes('wrong_pin') ? '' : 'Right'
  if (kind === 'photo') return arrivals[photo?.state ?? 'removed']
  return name ?? code ?? ''
}

const arrivals: Record<ShownPhoto['state'], string> = {
  expected: 'On its way',
  missing: 'Did not arrive',
  stored: 'Below',
  mismatch: 'Another one arrived',
  not_an_image: 'No photo arrived',
  removed: 'No longer kept',
}

function placeWords({ language }: House, { location, distance_m }: DeliveryProof): string {
  if (!location) return ''
  const { formatNumber } = formatsIn(language)
  const place = `${location.lat.toFixed(5)}, ${location.lng.toFixed(5)}`
  if (distance_m === null) return place
  return `${place}, ${distance_m < 1 ? 'at the address' : `${formatNumber(distance_m)} m from the address`}`
}

function signatureOf({ language, time_zone }: House, { strokes, name, taken_at }: DeliveryProof): DrawnSignature[] {
  if (!strokes) return []
  return [{ name: name ?? '', caption: formatsIn(language).formatDateTime(taken_at, time_zone), strokes }]
}

function photosOf(
  house: House,
  { data, photos }: Facts['proofs'],
  images: ReadonlyMap<string, Uint8Array>,
): DrawnPhoto[] {
  const { formatDateTime } = formatsIn(house.language)
  const taken = data.flatMap(({ kind, photo }) => (kind === 'photo' && photo ? [photo] : []))
  return [...taken, ...photos]
    .filter(({ state }) => state === 'stored')
    .map((photo) => ({
      image: images.get(photo.id) ?? null,
      caption: `${formatDateTime(photo.taken_at, house.time_zone)} · SHA-256 ${photo.sha256.slice(0, 32)} ${photo.sha256.slice(32)}`,
    }))
}

function footOf({ chain, data }: DeliveryHistory): string {
  const signed = chain.signed_on ? ` The first ${chain.signed_length} were signed on ${chain.signed_on}.` : ''
  const whole = `Its history has ${chain.length} entries, the last with the hash ${data.at(-1)?.hash ?? ''}.${signed}`
  const says = chain.misfit ? `Its history does not fit: ${chain.misfit.say}` : whole
  return `${says} The custody file of this delivery proves it without this server.`
}

import type { DeliveryProof, DeliveryProofs, ShownPhoto } from '#domain/schema/proof.ts'
import { formatNumber } from '#web/lib/format.ts'

type Kind = DeliveryProof['kind']

/** The kinds of proof in words. */
export const proofWords: Record<Kind, string> = {
  photo: 'Photo',
  signature: 'Signature',
  pin: 'PIN',
  scan: 'Code',
  age: 'Age check',
  identity: 'Identity check',
  name: 'Name',
  temperature: 'Temperature',
}

const documentWords: Record<string, string> = {
  id_card: 'ID card',
  passport: 'passport',
  license: 'driving license',
  other: 'another document',
}

const withArticle: Record<string, string> = {
  id_card: 'an ID card',
  passport: 'a passport',
  license: 'a driving license',
}

/** What a proof says, in words. */
export function valueWords({ kind, name, code, years, document, celsius, flags }: DeliveryProof): string {
  if (kind === 'temperature' && celsius !== null) return `${formatNumber(celsius)} °C`
  if (kind === 'age' && years !== null) {
    return `${years} years, by ${documentWords[document ?? 'other'] ?? 'another document'}`
  }
  if (kind === 'identity' && document !== null) {
    return `Name compared with ${withArticle[document] ?? 'another document'}`
  }
  if (kind === 'pin') return flags.includes('wrong_pin') ? 'Wrong' : 'Right'
  return name ?? code ?? 'Erased'
}

/** How far from the pin something was: `12 m from the pin`. */
export function distanceWords(meters: number | null): string | undefined {
  if (meters === null) return undefined
  if (meters < 1) return 'At the pin'
  return meters < 1000 ? `${formatNumber(meters)} m from the pin` : `${formatNumber(meters / 1000, 1)} km from the pin`
}

/** Why a photo is not shown, if it is not. */
export const photoStateWords: Record<ShownPhoto['state'], string | undefined> = {
  expected: 'On its way',
  missing: 'Has not arrived for more than a day',
  stored: undefined,
  mismatch: 'Not the photo that was taken',
  not_an_image: 'What arrived is no photo',
  removed: 'No longer kept',
}

/** What is missing, in a sentence. */
export function missingWords(missing: DeliveryProofs['missing']): string {
  const words = missing.map(({ kind, codes }) =>
    codes.length ? `${codes.length === 1 ? 'code' : 'codes'} ${codes.join(', ')}` : proofWords[kind].toLowerCase(),
  )
  return `Missing: ${words.join(', ').replace(/\bpin\b/, 'PIN')}.`
}

/** A place on a map that needs no key. */
export function mapAddress({ lat, lng }: { lat: number; lng: number }): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`
}

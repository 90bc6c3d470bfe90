import type { Parcel, ParcelPlace } from '#domain/schema/order.ts'
import { numberOrNull, textOrNull } from '#web/lib/field-values.ts'

/** A parcel while it is being entered: empty texts and NaN for what is missing. */
export type ParcelDraft = {
  code: string
  description: string
  weight_kg: number
  volume_l: number
  length_cm: number
  width_cm: number
  height_cm: number
  place: ParcelPlace | null
}

export const emptyParcel: ParcelDraft = {
  code: '',
  description: '',
  weight_kg: Number.NaN,
  volume_l: Number.NaN,
  length_cm: Number.NaN,
  width_cm: Number.NaN,
  height_cm: Number.NaN,
  place: null,
}

export function toParcelDraft(parcel: Parcel): ParcelDraft {
  const { code, description, place } = parcel
  return {
    code: code ?? '',
    description: description ?? '',
    weight_kg: parcel.weight_kg ?? Number.NaN,
    volume_l: parcel.volume_l ?? Number.NaN,
    length_cm: parcel.length_cm ?? Number.NaN,
    width_cm: parcel.width_cm ?? Number.NaN,
    height_cm: parcel.height_cm ?? Number.NaN,
    place,
  }
}

export function toParcel(draft: ParcelDraft): Parcel {
  return {
    code: textOrNull(draft.code),
    description: textOrNull(draft.description),
    weight_kg: numberOrNull(draft.weight_kg),
    volume_l: numberOrNull(draft.volume_l),
    length_cm: numberOrNull(draft.length_cm),
    width_cm: numberOrNull(draft.width_cm),
    height_cm: numberOrNull(draft.height_cm),
    place: draft.place,
  }
}

/** Codes that somebody pasted or scanned, one per line, as parcels. */
export function parcelsOfCodes(text: string): ParcelDraft[] {
  const codes = text.split(/[\n,;\t]/).map((code) => code.trim())
  return [...new Set(codes.filter(Boolean))].map((code) => ({ ...emptyParcel, code }))
}

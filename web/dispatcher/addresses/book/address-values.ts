import type { AddressEntry } from '#domain/schema/address.ts'
import { numberOrNull, textOrNull } from '#web/lib/field-values.ts'
import { partsOf } from '#web/lib/part.ts'
import type { LocationDraft } from '../../records/location-fields.tsx'

/** An entry of the address book as entered in the form. Missing values are empty texts and NaN. */
export type AddressValues = {
  label: string
  address: string
  /** One other spelling a line. */
  aliases: string
  location: LocationDraft
  entrance: LocationDraft
  parking: LocationDraft
  gate_code: string
  service_minutes: number
  notes: string
}

export const noPlace: LocationDraft = { lat: Number.NaN, lng: Number.NaN }

export function toValues(entry: AddressEntry | undefined): AddressValues {
  return {
    label: entry?.label ?? '',
    address: entry?.address ?? '',
    aliases: entry?.aliases.join('\n') ?? '',
    location: entry?.location ?? noPlace,
    entrance: entry?.entrance ?? noPlace,
    parking: entry?.parking ?? noPlace,
    gate_code: entry?.gate_code ?? '',
    service_minutes: entry?.service_minutes ?? Number.NaN,
    notes: entry?.notes ?? '',
  }
}

const { text, number, place } = partsOf<AddressValues>()

/** What a person decides about when somebody else changed the same entry. */
export const addressParts = [
  text('Address', 'address'),
  text('Name', 'label'),
  place('Position', 'location'),
  text('Gate code', 'gate_code'),
  number('Minutes at the door', 'service_minutes'),
  text('Notes', 'notes'),
  text('Other spellings', 'aliases'),
  place('Entrance', 'entrance'),
  place('Parking', 'parking'),
]

/** The entered values in the API's form. */
export function toBody(values: AddressValues) {
  return {
    label: textOrNull(values.label),
    address: values.address,
    aliases: values.aliases
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    location: { lat: numberOrNull(values.location.lat), lng: numberOrNull(values.location.lng) },
    entrance: placeOrNull(values.entrance),
    parking: placeOrNull(values.parking),
    gate_code: textOrNull(values.gate_code),
    service_minutes: numberOrNull(values.service_minutes),
    notes: textOrNull(values.notes),
  }
}

/** Half a position is kept, so that the form says what is missing. */
function placeOrNull({ lat, lng }: LocationDraft) {
  if (Number.isNaN(lat) && Number.isNaN(lng)) return null
  return { lat: numberOrNull(lat), lng: numberOrNull(lng) }
}

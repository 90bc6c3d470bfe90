import type { OtherPlace } from '#domain/schema/order.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import type { LocationDraft } from '../../records/location-fields.tsx'

/** Another place while it is being entered: NaN for what is still empty. */
export type OtherPlaceDraft = {
  name: string
  address: string
  location: LocationDraft
  windows: { start: string | null; end: string | null }[]
  service_minutes: number
}

export const emptyPlace: OtherPlaceDraft = {
  name: '',
  address: '',
  location: { lat: Number.NaN, lng: Number.NaN },
  windows: [],
  service_minutes: Number.NaN,
}

export const toPlaceDraft = ({ service_minutes, ...place }: OtherPlace): OtherPlaceDraft => ({
  ...place,
  service_minutes: service_minutes ?? Number.NaN,
})

/** What is missing is a problem of its own field. */
export const toOtherPlace = ({ location: { lat, lng }, windows, service_minutes, ...place }: OtherPlaceDraft) => ({
  ...place,
  location: (Number.isNaN(lat) || Number.isNaN(lng) ? undefined : { lat, lng }) as OtherPlace['location'],
  windows: windows.map(({ start, end }) => ({ start: start ?? '', end: end ?? '' })),
  service_minutes: numberOrNull(service_minutes),
})

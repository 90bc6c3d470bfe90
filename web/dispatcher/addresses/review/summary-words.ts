import type { AddressReview } from '#domain/schema/address.ts'

type Figures = Pick<AddressReview, 'total' | 'without_location' | 'not_planned' | 'looking_up'> & {
  data: { length: number }
}

/** How much there is to check: `5 to check: 2 without a position, 1 too rough to plan.` */
export function summaryWords(review: Figures, hasGeocoder: boolean): string {
  const { total, without_location, not_planned, looking_up, data } = review
  const parts = [
    without_location > 0 && `${without_location} without a position`,
    not_planned > 0 && `${not_planned} too rough to plan`,
  ].filter(Boolean)
  const first = `${total} to check${parts.length ? `: ${parts.join(', ')}` : ''}.`
  const cut = total > data.length ? ` The ${data.length} riskiest are listed.` : ''
  const busy = hasGeocoder && looking_up > 0 ? ` The geocoder is looking up ${looking_up}.` : ''
  return first + cut + busy
}

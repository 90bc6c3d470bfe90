import type { RateAddress } from '../schema/shipping.ts'

/** An address as one line, as geocoders read it. */
export function oneLine({ line1, line2, city, region, postcode, country }: RateAddress): string {
  const town = [postcode, city].filter(Boolean).join(' ')
  return [line1, line2, town, region, country].filter(Boolean).join(', ').slice(0, 300)
}

import type { Stop } from '#domain/schema/plan.ts'

/** Where a stop is: what its place is called, if it is one of several, and its address. */
export const placeOfStop = ({ place_name, address }: Pick<Stop, 'place_name' | 'address'>) =>
  place_name ? `${place_name}, ${address}` : address

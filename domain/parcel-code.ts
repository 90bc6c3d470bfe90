import type { Delivery } from './schema/delivery.ts'

/** What is written on a parcel: its own code, or the delivery's number and its place among the parcels. */
export const parcelCode = (
  { number, parcels }: Pick<Delivery, 'number'> & { parcels: { code: string | null }[] },
  index: number,
) => parcels[index]?.code ?? `${number}-${index + 1}`

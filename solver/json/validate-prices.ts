import { fail } from './fields.ts'
import type { VroomInput, VroomJob, VroomShipment } from './vroom.ts'

/** The most that handing over one job may cost, as much as a prize. */
const mostPerJob = 1e9

/** Checks that no job or shipment of a problem costs more to hand over than sums can hold. */
export function validateUnitPrices({ jobs = [], shipments = [], vehicles }: VroomInput): void {
  const dearest = dearestPerUnit({ vehicles })
  if (dearest.length === 0) return
  jobs.forEach((job, j) => validateUnitPrice(job, `jobs[${j}]`, dearest))
  shipments.forEach((shipment, s) => validateUnitPrice(shipment, `shipments[${s}]`, dearest))
}

/** Checks the same of one order, given the highest price of each quantity. */
export function validateUnitPrice(order: VroomJob | VroomShipment, path: string, dearest: readonly number[]): void {
  const amounts = 'id' in order ? [order.delivery, order.amount, order.pickup] : [order.amount]
  const price = dearest.reduce(
    (sum, each, d) => sum + each * amounts.reduce((total, amount) => total + (amount?.[d] ?? 0), 0),
    0,
  )
  if (price > mostPerJob) fail(path, `costs ${price} to hand over by costs.per_unit, over the ${mostPerJob} allowed`)
}

/** The highest price of each quantity among all vehicles; empty if none has a price. */
export function dearestPerUnit({ vehicles }: Pick<VroomInput, 'vehicles'>): number[] {
  const dearest: number[] = []
  for (const { costs } of vehicles)
    costs?.per_unit?.forEach((price, d) => (dearest[d] = Math.max(dearest[d] ?? 0, price)))
  return dearest
}

/**
 * The least work at each job if jobs at one address share the longest service: all of it after a change of address,
 * nothing otherwise if others are at the same address. `itinerary.ts` computes the actual work.
 */
export function squashed(address: Int32Array, service: Float64Array, setup: Float64Array) {
  const atAddress = new Map<number, number>()
  for (let job = 0; job < service.length; job++) atAddress.set(address[job], (atAddress.get(address[job]) ?? 0) + 1)
  const isAlone = (job: number) => atAddress.get(address[job]) === 1
  return {
    service: service.map((seconds, job) => (isAlone(job) ? seconds : 0)),
    setup: setup.map((seconds, job) => (isAlone(job) ? seconds : seconds + service[job])),
  }
}

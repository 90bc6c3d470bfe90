import type { Journal } from '../../route/journal.ts'
import type { Refusal } from '../../route/admission.ts'

/** Insertion of one kind of order, either single jobs or shipments, at the cheapest position that is allowed. */
export type Insertion = {
  /** Looks for the cheapest position that costs less than `limit`: beside its nearest jobs, unless told to be patient. */
  find: (job: number, limit: number, patient: boolean) => Readonly<Found> | undefined
  /** Looks for the cheapest position on one vehicle, whatever it costs; whether there is any. A shipment is its pickup. */
  findOn: (job: number, vehicle: number) => boolean
  /** Inserts at the position found last. */
  insertFound: (job: number, through: Pick<Journal, 'insert'>) => void
}

/** What the insertion of all kinds of orders shares. */
export type Shared = {
  /** How many of its nearest jobs an absent job is tried beside. */
  nearest: number
  /** Whether to overlook the next position on purpose. */
  blinks: () => boolean
  /** Whether a job might have a position on a route now that it had not before. */
  isNews: (vehicle: number, job: number) => boolean
  /** What keeps a job off a vehicle; undefined where no rule does. */
  refusal: Refusal | undefined
}

/** On which route the position is that was found last. */
type Found = {
  /** In search units, compared to the plan without the job. */
  cost: number
  vehicle: number
}

/** The cheapest position found so far for one job. */
export type Position = Found & {
  /** The node before it, or -1 where none has been found. */
  after: number
}

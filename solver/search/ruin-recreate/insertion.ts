import type { Journal } from '../../route/journal.ts'
import type { Refusal } from '../../route/admission.ts'

/** Insertion of one kind of order, either single jobs or shipments, at the cheapest position that is allowed. */
export type Insertion = {
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

/** The cheapest position found so far for one job. */
export type Position = {
  /** In search units, compared to the plan without the job. */
  cost: number
  /** The node before it, or -1 where none has been found. */
  after: number
  vehicle: number
}

import type { Choices } from '../../model/choices.ts'
import type { Insertion } from './insertion.ts'
import type { Operands } from './operands.ts'

/** How often one of several jobs is overlooked, so that the search does not always take the cheapest one. */
const overlookedRate = 0.1

/** Insertion where one of several jobs is enough: of all of them, the one that costs least. */
export function makeChoiceInsertion(
  { solution, journal, random }: Operands,
  { lists, listOf }: Choices,
  insertionOf: (job: number) => Insertion,
) {
  /** By list, the turn in which it was tried last. */
  const triedIn = new Int32Array(lists.length)

  /** Inserts one of the jobs of which this is one, if any costs less than `limit`; once a turn. */
  return (job: number, limit: number, patient: boolean, turn: number): void => {
    const list = listOf[job]
    if (!solution.absent.has(job) || triedIn[list] === turn) return
    triedIn[list] = turn
    let chosen = -1
    let least = limit
    let vehicle = -1
    for (const member of lists[list]) {
      if (!patient && random.fraction() < overlookedRate) continue
      const found = insertionOf(member).find(member, least, patient)
      if (!found) continue
      chosen = member
      least = found.cost
      vehicle = found.vehicle
    }
    // Another one may have been looked for since.
    if (chosen >= 0 && insertionOf(chosen).findOn(chosen, vehicle)) insertionOf(chosen).insertFound(chosen, journal)
  }
}

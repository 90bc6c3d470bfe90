import { timeOf } from '#domain/time.ts'

type Overdue = {
  number: number
  from_depot_name: string
  to_depot_name: string
  state: string
  departs_at: string | Date
  expected_at: string | Date
}

/** What nobody said about a transfer. */
export function sayOverdue(
  { number, state, from_depot_name, to_depot_name, departs_at, expected_at }: Overdue,
  timeZone: string,
): string {
  const clock = (at: string | Date) => timeOf(new Date(at), timeZone)
  const which = `Transfer ${number} from ${from_depot_name} to ${to_depot_name}`
  return state === 'planned'
    ? `${which} should have left at ${clock(departs_at)}. Nobody said that it did.`
    : `${which} was expected at ${clock(expected_at)}. Nobody said that it arrived.`
}

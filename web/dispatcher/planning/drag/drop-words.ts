import type { DropAnswer } from '#domain/drop/drop-board.ts'
import type { DropBreak } from '#domain/drop/drop-effect.ts'
import { errors } from '#domain/errors.ts'
import { effectFigures, effectLine, type EffectFigure } from '../changes/effect-words.ts'

/** What would break, as the card says it. */
const breakWords: Record<DropBreak, string> = {
  load: 'More than the vehicle takes',
  max_load: 'More than the vehicle takes',
  skills: 'Somebody without what a delivery needs',
  shift_end: 'Past the end of the shift',
  max_shift: 'A longer shift than allowed',
  max_travel_time: 'More driving than allowed',
  max_distance: 'Farther than the vehicle goes',
  max_tasks: 'More stops than the driver takes',
  max_districts: 'More territories than the driver serves',
  max_ride: 'Goods longer on board than allowed',
  last_in_first_out: 'Goods behind others that were loaded later',
  urgent_first: 'Less urgent deliveries before more urgent ones',
  apart_on_board: 'Goods that must not be on board together',
  precedence: 'An order in the wrong order',
  missing_break: 'No room for a break',
  off_duty: 'A driver who does not work, or whose vehicle is blocked',
  kept_apart: 'Goods that must not share a vehicle',
  torn_apart: 'An order on several routes',
  locked: 'A stop is locked in its place',
  order_locked: 'The order of the route is locked',
  driver_locked: 'Stops are locked to their driver',
  route_locked: 'The route is locked',
  delay: 'Too late',
  lead_time: 'Too early',
}

/** Where the engine of the page has no answer, the server's follows. */
export const costUnknown = 'Cost unknown. What it changes is shown after you drop it.'

export const sayBreaks = (breaks: readonly DropBreak[]): string[] => [
  ...new Set(breaks.map((each) => breakWords[each])),
]

/** Whether a drop may be made without asking: nothing gets later, no promise and nothing else breaks. */
export function isFine(answer: DropAnswer | null): boolean {
  return answer?.kind === 'effect' && answer.breaks.length === 0 && !isWorse(answer)
}

const isWorse = ({ effect }: Extract<DropAnswer, { kind: 'effect' }>) =>
  effect.late_seconds > 0 || effect.late_stops > 0 || effect.promises.length > 0

/** How good a target is: what breaks something is bad, and so is what makes somebody late. */
export function worthOf(answer: DropAnswer): 'good' | 'late' | 'bad' {
  if (answer.kind !== 'effect' || answer.breaks.length > 0 || answer.effect.promises.length > 0) return 'bad'
  return isWorse(answer) ? 'late' : 'good'
}

/** The figures of a drop. Lateness is always said, since it is what people look for. */
export function dropFigures(answer: DropAnswer, currency: string, isExact: boolean): EffectFigure[] {
  if (answer.kind !== 'effect') return []
  const about = (figure: EffectFigure) =>
    isExact || figure.tone === 'same' ? figure : { ...figure, value: `≈ ${figure.value}` }
  return effectFigures(answer.effect, currency)
    .filter(({ label }) => label !== 'Driving')
    .map((figure) => (figure.label === 'Late stops' ? figure : about(figure)))
}

/** Promises that a drop would break, in words. */
export function sayPromises(count: number): string {
  return count === 1 ? 'One promise would be broken' : `${count} promises would be broken`
}

/** The same for a screen reader: where it would go, and what that does. */
export function sayDrop(label: string, answer: DropAnswer | null, currency: string, isExact: boolean): string {
  if (!answer) return `${label}.`
  if (answer.kind === 'refused') return `${label}: ${errors[answer.code].say}`
  if (answer.kind === 'unknown') return `${label}. ${costUnknown}`
  const { effect, breaks } = answer
  const promises = effect.promises.length > 0 ? [sayPromises(effect.promises.length)] : []
  const said = [`${isExact ? '' : 'About '}${effectLine(effect, currency)}`, ...sayBreaks(breaks), ...promises]
  return `${label}: ${said.join('. ')}.`
}

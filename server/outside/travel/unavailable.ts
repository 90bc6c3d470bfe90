/**
 * Why there is no answer. `too many`: ask for less at once. `too far`: some of the places are too far from each other. `no road`: no road is near one of the places. `no profile`: it
 * knows nothing of such vehicles.
 */
export type WhyUnavailable = 'paused' | 'silent' | 'slow' | 'busy' | 'refused' | 'nonsense' | 'failed' | RefusedQuestion
export type RefusedQuestion = 'too many' | 'too far' | 'no road' | 'no profile'

/** The routing engine gives no answer. Its message completes “because …” and never holds its address. */
export class TravelUnavailable extends Error {
  override readonly name = 'TravelUnavailable'
  readonly why: WhyUnavailable

  constructor(why: WhyUnavailable, message: string) {
    super(message)
    this.why = why
  }
}

/** Whether an engine refused a question for one of these reasons. */
export const isRefusal = (error: unknown, ...reasons: RefusedQuestion[]): boolean =>
  error instanceof TravelUnavailable && reasons.some((reason) => reason === error.why)

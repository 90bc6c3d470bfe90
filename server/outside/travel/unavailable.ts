/**
 * Why there is no answer. `too many`: ask for less at once. `no road`: no road is near one of the places. `no profile`: it
 * knows nothing of such vehicles.
 */
export type WhyUnavailable = 'paused' | 'silent' | 'slow' | 'busy' | 'refused' | 'nonsense' | 'failed' | RefusedQuestion
export type RefusedQuestion = 'too many' | 'no road' | 'no profile'

/** The routing engine gives no answer. Its message completes “because …” and never holds its address. */
export class TravelUnavailable extends Error {
  override readonly name = 'TravelUnavailable'
  readonly why: WhyUnavailable

  constructor(why: WhyUnavailable, message: string) {
    super(message)
    this.why = why
  }
}

/**
 * How far a notification has come:
 * - `waiting`: for its turn, or for quiet hours to end
 * - `handing_over`: a server gives it to the provider right now
 * - `sent`: the provider has it
 * - `delivered`: the provider says that the recipient has it
 * - `failed`: it cannot arrive
 * - `unknown`: whether the provider took it cannot be found out; it is not sent again by itself
 * - `skipped`: there was no way, or no room in the spending limit
 */
export const notificationStates = [
  'waiting',
  'handing_over',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'skipped',
] as const
export type NotificationState = (typeof notificationStates)[number]

export const notificationStateNames: Record<NotificationState, string> = {
  waiting: 'Waiting',
  handing_over: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  unknown: 'Unknown',
  skipped: 'Not sent',
}

/** Receipts come twice and out of order. A state only moves to a higher rank, and the ends are of the highest. */
const ranks: Record<NotificationState, number> = {
  waiting: 0,
  handing_over: 1,
  unknown: 2,
  sent: 3,
  delivered: 4,
  failed: 4,
  skipped: 4,
}

/** Whether a receipt that says `to` changes a notification that is `from`. */
export const movesOn = (from: NotificationState, to: NotificationState): boolean => ranks[to] > ranks[from]

/** Why it did not arrive, with what people read. */
export const notificationFailures = {
  no_contact: 'The recipient has no address on any channel that is switched on.',
  suppressed: 'The recipient does not want messages on this channel.',
  no_consent: 'The recipient has not agreed to messages on this channel.',
  not_a_phone: 'This is not a phone number.',
  not_an_address: 'The mail server refused the address.',
  no_provider: 'No provider is set up for this channel.',
  quiet_hours: 'It was night at the recipient’s, and the news would have been old in the morning.',
  too_late: 'The news was out of date before it could be sent.',
  spend_day: 'The spending limit of the day was reached.',
  spend_month: 'The spending limit of the month was reached.',
  refused: 'The provider refused it.',
  stopped: 'The recipient sent STOP.',
  landline: 'The number cannot receive texts.',
  unreachable: 'The phone could not be reached.',
  browser_gone: 'The browser no longer takes notifications.',
  provider_down: 'The provider did not answer after several attempts.',
  interrupted: 'The server stopped while sending, and the provider cannot say whether it has the text.',
  erased: 'The recipient’s personal data was erased.',
} as const
export type NotificationFailure = keyof typeof notificationFailures
export const notificationFailureNames = Object.keys(notificationFailures) as NotificationFailure[]

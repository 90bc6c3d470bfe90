/** Why an entry did not plainly apply: a code, which the app says in the driver's language, and what it says in English. */
export const outcomeSentences = {
  // kept
  already_so: 'That was already the case.',
  already_received: 'It arrived earlier, from another log.',
  device_revoked: 'This phone was revoked. A dispatcher decides what becomes of what it still sends.',
  handed_in: 'It came without signing in. A dispatcher decides what becomes of it.',
  discarded: 'A dispatcher discarded it, because the phone was revoked.',
  corrected_meanwhile: 'A dispatcher has corrected it in the meantime. That stands, and what you said is on record.',
  moved_on: 'The delivery is already further along.',
  was_deleted: 'The delivery was deleted in the meantime. What you did is on record.',
  was_erased: 'The delivery was erased in the meantime. Only that you did this is kept.',
  server_failed: 'The server could not do this. It is kept, and a dispatcher has to look at it.',
  waits_for_other: 'The other driver’s phone has not confirmed it yet. Until then, the parcels stay where they were.',
  // conflict
  was_cancelled: 'The delivery was canceled in the meantime. What you did is recorded.',
  was_moved: 'The delivery was given to another driver in the meantime. What you did is recorded.',
  was_taken_back: 'The route was taken back in the meantime. What you did is recorded.',
  was_ended: 'Somebody else had already ended the delivery. What you did is recorded.',
  route_changed: 'The route was changed in the meantime, so it stays as the dispatcher made it.',
  // refused
  invalid: 'This phone sent something that the server cannot read. Update the app.',
  unknown_kind: 'This server does not know this kind of action. It may be older than the app.',
  delivery_unknown: 'That delivery no longer exists, or never was yours.',
  stop_unknown: 'That stop no longer exists, or never was yours.',
  route_unknown: 'That route no longer exists, or never was yours.',
  vehicle_unknown: 'That vehicle does not exist.',
  driver_unknown: 'That driver does not exist or is not active.',
  entry_unknown: 'There is no such action to undo.',
  shift_unknown: 'There is no such shift.',
  too_late_to_undo: 'That was more than 10 seconds ago. A dispatcher can correct it.',
  cannot_be_undone: 'That cannot be undone.',
  not_open: 'The delivery was not dispatched, so there is nothing to report about it.',
  not_allowed: 'Your workspace does not allow this on the road.',
  stop_locked: 'The dispatcher has locked a stop in its place, so it stays.',
  not_possible: 'That is no longer possible.',
  limit_reached: 'The workspace cannot take any more deliveries.',
} as const

export type OutcomeCode = keyof typeof outcomeSentences
export const outcomeCodes = Object.keys(outcomeSentences) as OutcomeCode[]

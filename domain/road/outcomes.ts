/** Why an entry did not plainly apply: a code, which the app says in the driver's language, and what it says in English. */
export const outcomeSentences = {
  // kept
  already_so: 'It was so already.',
  already_received: 'It arrived before, from another log.',
  device_revoked: 'This phone was revoked. A dispatcher decides about what it still sends.',
  handed_in: 'It came without signing in. A dispatcher decides about it.',
  discarded: 'A dispatcher discarded it, because the phone was revoked.',
  corrected_meanwhile: 'A dispatcher has corrected it meanwhile. Their word stays, and yours is on record.',
  moved_on: 'The delivery is further on by now.',
  was_deleted: 'The delivery was deleted meanwhile. What you did is on record.',
  was_erased: 'The delivery was erased meanwhile, so nothing is kept about it but that you did this.',
  server_failed: 'The server failed at this. It is kept, and a dispatcher has to look at it.',
  waits_for_other: 'The other driver’s phone has not said so yet. Until then, the parcels stay where they were.',
  // conflict
  was_cancelled: 'The delivery was cancelled meanwhile. What you did is recorded.',
  was_moved: 'The delivery was given to another driver meanwhile. What you did is recorded.',
  was_taken_back: 'The route was taken back meanwhile. What you did is recorded.',
  was_ended: 'Somebody else had ended the delivery already. What you did is recorded.',
  route_changed: 'The route was changed meanwhile, so it stays as the dispatcher made it.',
  // refused
  invalid: 'This phone sent something that the server cannot read. Update the app.',
  unknown_kind: 'This server does not know what that is. It may be older than the app.',
  delivery_unknown: 'That delivery does not exist any more, or never was yours.',
  stop_unknown: 'That stop does not exist any more, or never was yours.',
  route_unknown: 'That route does not exist any more, or never was yours.',
  vehicle_unknown: 'That vehicle does not exist.',
  driver_unknown: 'That driver does not exist or is not active.',
  entry_unknown: 'There is no such entry to undo.',
  shift_unknown: 'There is no such shift.',
  too_late_to_undo: 'That was more than 10 seconds ago. A dispatcher can correct it.',
  cannot_be_undone: 'That cannot be undone.',
  not_open: 'It was not dispatched, so there is nothing to say about it.',
  not_allowed: 'Your workspace does not allow this on the road.',
  stop_locked: 'The dispatcher has fixed the place of a stop, so it stays.',
  not_possible: 'That is not possible any more.',
  limit_reached: 'The workspace cannot take any more deliveries.',
} as const

export type OutcomeCode = keyof typeof outcomeSentences
export const outcomeCodes = Object.keys(outcomeSentences) as OutcomeCode[]

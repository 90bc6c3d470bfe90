import { outcomeSentences, type OutcomeCode } from '../../../road/outcomes.ts'

/** What a driver did, by the kinds of the log, as past events. */
const did = {
  'did.route_received': 'Route received.',
  'did.shift_started': 'Shift started.',
  'did.shift_ended': 'Shift ended.',
  'did.vehicle_checked': 'Vehicle checked.',
  'did.break_started': 'Break started.',
  'did.break_ended': 'Break ended.',
  'did.parcel_loaded': 'Parcel loaded.',
  'did.parcel_missing': 'Parcel marked as missing.',
  'did.departed': 'Set out.',
  'did.arrived': 'Arrived.',
  'did.picked_up': 'Picked up.',
  'did.proof_taken': 'Proof taken.',
  'did.delivered': 'Delivered.',
  'did.failed': 'Not delivered.',
  'did.undone': 'Undone.',
  'did.skipped': 'Skipped.',
  'did.reordered': 'Order changed.',
  'did.stop_added': 'Stop added.',
  'did.returned_to_depot': 'Back at the depot.',
  'did.handed_over': 'Parcels handed over.',
  'did.taken_over': 'Parcels taken over.',
  'did.temperature_read': 'Temperature read.',
  'did.cash_handed_in': 'Cash handed in.',
  'did.message_sent': 'Message sent.',
  'did.messages_read': 'Messages read.',
} as const

/** What became of it, as the server's own table says. */
const outcomes = Object.fromEntries(
  Object.entries(outcomeSentences).map(([code, sentence]) => [`outcome.${code}`, sentence]),
) as Record<`outcome.${OutcomeCode}`, string>

export const deeds = { ...did, ...outcomes }

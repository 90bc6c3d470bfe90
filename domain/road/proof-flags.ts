/** What can be doubtful about a proof. None of it takes the proof away: what the driver did stands. */
export const proofFlags = [
  'far_from_pin',
  'no_place',
  'thin_signature',
  'wrong_pin',
  'many_tries',
  'wrong_code',
  'too_young',
  'other_name',
  'too_warm',
  'too_cold',
] as const
export type ProofFlag = (typeof proofFlags)[number]

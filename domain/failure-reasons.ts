/** Why a delivery was not made. `label` is what people choose, `say` is the sentence that they read later. */
export const failureReasons = {
  not_home: { label: 'Nobody there', say: 'Nobody was there to take it.' },
  refused: { label: 'Refused', say: 'The recipient did not want it.' },
  closed: { label: 'Closed', say: 'The shop or office was closed.' },
  no_access: { label: 'No access', say: 'The driver could not get to the door.' },
  address_not_found: { label: 'Address not found', say: 'The driver could not find the address.' },
  wrong_address: { label: 'Wrong address', say: 'The recipient is not at this address.' },
  no_parking: { label: 'No parking', say: 'There was nowhere to stop.' },
  damaged: { label: 'Damaged', say: 'The goods were damaged.' },
  missing_goods: { label: 'Goods missing', say: 'The goods were not in the vehicle.' },
  not_ready: { label: 'Not ready', say: 'The goods were not ready at the pickup.' },
  missing_proof: { label: 'No proof', say: 'The recipient could not give the required proof, such as a PIN or an ID.' },
  not_paid: { label: 'Not paid', say: 'The recipient did not pay the cash due.' },
  out_of_time: { label: 'Out of time', say: 'The driver ran out of time.' },
  breakdown: { label: 'Breakdown', say: 'The vehicle broke down or had an accident.' },
  other: { label: 'Other', say: 'It failed for another reason.' },
} as const

export type FailureReason = keyof typeof failureReasons
export const failureReasonNames = Object.keys(failureReasons) as FailureReason[]

/** What can happen to a delivery. `corrected` says what its status should have been. `recorded` says every field of one whose older entries do not. */
export const deliveryEventKinds = [
  'created',
  'recorded',
  'updated',
  'status_changed',
  'corrected',
  'deleted',
  'restored',
  'erased',
] as const
export type DeliveryEventKind = (typeof deliveryEventKinds)[number]

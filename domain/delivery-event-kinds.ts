/** What can happen to a delivery. `recorded` says every field of one whose older entries do not. */
export const deliveryEventKinds = [
  'created',
  'recorded',
  'updated',
  'status_changed',
  'deleted',
  'restored',
  'erased',
] as const
export type DeliveryEventKind = (typeof deliveryEventKinds)[number]

/**
 * What happens to a delivery on the road, besides its status. `scanned`, `proved` and `measured` are what the driver brought as
 * proof; `photo_checked` says that a photo arrived here and what it was found to be, and
 * `excursion` that it was out of its temperatures.
 */
export const roadEventKinds = [
  'loaded',
  'missing',
  'scanned',
  'proved',
  'measured',
  'photo_checked',
  'handed_over',
  'taken_over',
  'returned',
  'excursion',
] as const
export type RoadEventKind = (typeof roadEventKinds)[number]

/** What transfers between depots do to a delivery. */
export const transferEventKinds = [
  'transfer_added',
  'transfer_removed',
  'transfer_departed',
  'transfer_arrived',
  'transfer_short',
  'transfer_retimed',
  'transfer_taken_back',
] as const
export type TransferEventKind = (typeof transferEventKinds)[number]

/** What recipients do on the tracking page: they ask for something, rate the delivery, or write. */
export const recipientEventKinds = ['preferred', 'rated', 'wrote'] as const
export type RecipientEventKind = (typeof recipientEventKinds)[number]

/** What can happen to a delivery. `prepared` is what its kitchen said. `corrected` says what its status should have been. `recorded` says every field of one whose older entries do not. */
export const deliveryEventKinds = [
  'created',
  'recorded',
  'updated',
  'status_changed',
  'corrected',
  'deleted',
  'restored',
  'erased',
  ...roadEventKinds,
  'prepared',
  ...recipientEventKinds,
  ...transferEventKinds,
] as const
export type DeliveryEventKind = (typeof deliveryEventKinds)[number]

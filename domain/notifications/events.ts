/** What recipients are told of. */
export const notificationEvents = [
  'planned',
  'slot_changed',
  'on_the_way',
  'near',
  'delayed',
  'arrived',
  'delivered',
  'failed',
] as const
export type NotificationEvent = (typeof notificationEvents)[number]

/** `message` is what a dispatcher writes by hand. */
export const notificationKinds = [...notificationEvents, 'message'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** From what costs nothing to what costs most. */
export const notificationChannels = ['push', 'email', 'sms'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** What each event is called where people choose. */
export const notificationEventNames: Record<NotificationKind, string> = {
  planned: 'Planned',
  slot_changed: 'New time',
  on_the_way: 'On the way',
  near: 'Almost there',
  delayed: 'Late',
  arrived: 'At the door',
  delivered: 'Delivered',
  failed: 'Not delivered',
  message: 'Written by hand',
}

export const notificationEventHelp: Record<NotificationEvent, string> = {
  planned: 'The plan was dispatched: the day and the time',
  slot_changed: 'The day or time of a dispatched delivery changed, or its recipient chose another',
  on_the_way: 'The driver is driving to this stop',
  near: 'The driver is few stops or minutes away',
  delayed: 'The driver will be later than promised',
  arrived: 'The driver is at the door',
  delivered: 'With a link to the proof',
  failed: 'With the reason and a link to choose another time',
}

export const channelNames: Record<NotificationChannel, string> = { push: 'Push', email: 'Email', sms: 'Text message' }

/** News of the moment. They are of no use later, so they never wait for quiet hours to end. */
const ofTheMoment: readonly NotificationKind[] = ['on_the_way', 'near', 'delayed', 'arrived']
export const isOfTheMoment = (kind: NotificationKind): boolean => ofTheMoment.includes(kind)

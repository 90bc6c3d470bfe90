import type { RecipientChoice, TrackingSettings } from '#domain/schema/tracking-settings.ts'

/** What recipients may change, in words, in the order in which people choose. */
export const choiceWords: Record<RecipientChoice, string> = {
  note: 'Leave a note for the driver',
  leave: 'Have it left with a neighbor or at a place',
  receiver: 'Say who will receive it',
  pin: 'Put the pin right on the map',
  window: 'Choose another time, of those that can be kept',
  message: 'Write to you',
}

export const vanWords: Record<TrackingSettings['show_van'], string> = {
  off: 'Never',
  next: 'When their stop is next',
  near: 'When it is some stops away',
}

import type { RecipientChoice, TrackingSettings } from '#domain/schema/tracking-settings.ts'

/** What recipients may change, in words, in the order in which people choose. */
export const choiceWords: Record<RecipientChoice, string> = {
  note: 'Leave a note for the driver',
  leave: 'Have it left with a neighbor or in a safe place',
  receiver: 'Say who will receive it',
  pin: 'Correct the pin on the map',
  window: 'Choose another time that you can keep',
  message: 'Write to you',
}

export const vanWords: Record<TrackingSettings['show_van'], string> = {
  off: 'Never',
  next: 'When their stop is next',
  near: 'When it is some stops away',
}

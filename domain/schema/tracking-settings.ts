import { z } from 'zod'
import { messageLanguages } from '../messages/languages.ts'
import { Version } from './version.ts'

/** What a recipient can be allowed to change on the tracking page. */
export const recipientChoices = ['note', 'leave', 'receiver', 'pin', 'window', 'message'] as const
export type RecipientChoice = (typeof recipientChoices)[number]

/** When the van is on a recipient's map: never, when their stop is the next one, or within some stops. */
export const vanChoices = ['off', 'next', 'near'] as const

/** What a workspace shows its recipients, and lets them change. */
export const TrackingSettings = z
  .object({
    recipient_language: z.enum(messageLanguages).describe('In which recipients are written to, unless an order says'),
    link_days: z.int().min(1).max(90).describe('Links end so many days after the delivery did'),
    show_van: z.enum(vanChoices).describe('When the van is on the map; near means within van_stops'),
    van_stops: z.int().min(1).max(20).describe('So many stops before its own, if show_van is near'),
    ask_rating: z.boolean().describe('Ask for 1 to 5 stars after the delivery'),
    most_attempts: z.int().min(1).max(10).describe('After so many failed attempts it goes back to the sender'),
    recipients_may: z.array(z.enum(recipientChoices)).max(recipientChoices.length),
    version: Version,
  })
  .meta({ id: 'TrackingSettings' })
export type TrackingSettings = z.infer<typeof TrackingSettings>

export const TrackingSettingsPatch = TrackingSettings.omit({ version: true })
  .partial()
  .strict()
  .meta({ id: 'TrackingSettingsPatch' })
export type TrackingSettingsPatch = z.infer<typeof TrackingSettingsPatch>

/** As they are until somebody changes them. */
export const usualTrackingSettings: Omit<TrackingSettings, 'version'> = {
  recipient_language: 'en',
  link_days: 7,
  show_van: 'next',
  van_stops: 3,
  ask_rating: true,
  most_attempts: 3,
  recipients_may: [...recipientChoices],
}

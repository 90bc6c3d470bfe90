import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { notificationKinds } from '../notifications/events.ts'
import { notificationFailureNames, notificationStates } from '../notifications/states.ts'
import { Instant } from '../time.ts'
import { NotificationChannel } from './notification-settings.ts'

export const NotificationKind = z.enum(notificationKinds).meta({ id: 'NotificationKind' })

/** What became of a notification, without what it says and to whom it went. */
const note = {
  id: z.uuid(),
  delivery_id: z.uuid(),
  event: NotificationKind,
  channel: NotificationChannel,
  state: z.enum(notificationStates),
  failure: z.enum(notificationFailureNames).nullable().describe('Why it did not arrive'),
  segments: z.int().nullable().describe('How many texts are paid for'),
  cost: z.number().describe('In the smallest unit of the currency'),
  sent_at: Instant.nullable(),
  ended_at: Instant.nullable().describe('When it arrived, or cannot arrive any more'),
}

/** As events tell it: nothing in it is personal. */
export const NotificationNote = z
  .object({ ...note, depot_id: z.uuid().nullable().describe('That of the delivery') })
  .meta({ id: 'NotificationNote' })
export type NotificationNote = z.infer<typeof NotificationNote>

export const Notification = z
  .object({
    ...note,
    delivery_number: z.int(),
    recipient: z.string().nullable().describe('The phone number, the email address or the browser’s service'),
    subject: z.string().nullable(),
    body: z.string().nullable().describe('As it was sent; null before, and once it is erased'),
    failure_detail: z.string().nullable().describe('What the provider said'),
    provider_reference: z.string().nullable(),
    author_name: z.string().nullable().describe('Who wrote it, if somebody did'),
    send_after: Instant,
    attempts: z.int(),
    created_at: Instant,
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

export const NotificationReply = z
  .object({
    id: z.uuid(),
    delivery_id: z.uuid(),
    sender: z.string().nullable(),
    body: z.string().nullable(),
    received_at: Instant,
  })
  .meta({ id: 'NotificationReply' })
export type NotificationReply = z.infer<typeof NotificationReply>

export const NewText = z.strictObject({ text: text(1000).min(1, 'Write a text.') }).meta({ id: 'NewRecipientText' })

export const suppressionReasons = ['stop_reply', 'unsubscribed', 'bounced', 'stopped', 'landline', 'by_hand'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]
export const suppressionReasonNames: Record<SuppressionReason, string> = {
  stop_reply: 'Sent STOP',
  unsubscribed: 'Unsubscribed',
  bounced: 'Address refused',
  stopped: 'Stopped at the provider',
  landline: 'Cannot receive texts',
  by_hand: 'Added by hand',
}

export const Suppression = z
  .object({
    id: z.uuid(),
    channel: z.enum(['email', 'sms']),
    address: z.string(),
    reason: z.enum(suppressionReasons),
    created_at: Instant,
  })
  .meta({ id: 'Suppression' })
export type Suppression = z.infer<typeof Suppression>

/** As events tell it, without the address. */
export const SuppressionNote = Suppression.omit({ address: true }).meta({ id: 'SuppressionNote' })

export const NewSuppression = z
  .strictObject({
    channel: z.enum(['email', 'sms']),
    address: text(254).min(1).describe('An email address, or a phone number in any format'),
    reason: z.enum(['bounced', 'by_hand']).default('by_hand'),
  })
  .meta({ id: 'NewSuppression' })

/** Somebody agreed to get messages on a channel. */
export const Consent = z
  .object({
    id: z.uuid(),
    channel: z.enum(['email', 'sms']),
    address: z.string(),
    author_name: z.string().describe('Who noted it; Recipient if they sent START'),
    created_at: Instant,
  })
  .meta({ id: 'Consent' })
export type Consent = z.infer<typeof Consent>

/** As events tell it, without the address. */
export const ConsentNote = Consent.omit({ address: true }).meta({ id: 'ConsentNote' })
export type ConsentNote = z.infer<typeof ConsentNote>

export const NewConsent = NewSuppression.omit({ reason: true }).meta({ id: 'NewConsent' })

/** What the recipient of a delivery has to agree to first, and whether they did. */
export const NeededConsent = z
  .object({ channel: z.enum(['email', 'sms']), address: z.string(), given: Consent.nullable() })
  .meta({ id: 'NeededConsent' })
export type NeededConsent = z.infer<typeof NeededConsent>

/** Whom of a plan nothing reaches. */
export const Notifiable = z
  .object({
    active: z.boolean().describe('Whether recipients are told anything'),
    deliveries: z.int(),
    unreachable: z.array(
      z.object({
        delivery_id: z.uuid(),
        number: z.int(),
        reason: z.enum(['no_contact', 'suppressed', 'no_consent']),
      }),
    ),
  })
  .meta({ id: 'Notifiable' })
export type Notifiable = z.infer<typeof Notifiable>

import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { messageLanguages } from '../messages/languages.ts'
import { notificationChannels, notificationEvents } from '../notifications/events.ts'
import { isCountry } from '../phone.ts'
import { templateProblems } from '../notifications/template.ts'
import { TimeOfDay } from '../time.ts'
import { Version } from './version.ts'

export const NotificationEvent = z.enum(notificationEvents).meta({ id: 'NotificationEvent' })
export const NotificationChannel = z.enum(notificationChannels).meta({ id: 'NotificationChannel' })
export const MessageLanguage = z.enum(messageLanguages)

const Choice = z.strictObject({ push: z.boolean(), email: z.boolean(), sms: z.boolean() })
const Choices = z.record(NotificationEvent, Choice)
export type NotificationChoices = z.infer<typeof Choices>

/** An amount in the smallest unit, such as cents, with up to four decimals. */
const Cost = z.number().min(0, 'An amount cannot be negative.').max(1e9)

const fields = {
  active: z.boolean().describe('Whether recipients are told anything'),
  ladder: z
    .array(NotificationChannel)
    .length(3, 'Name each channel once.')
    .refine((channels) => new Set(channels).size === channels.length, 'Name each channel once.')
    .describe('The order in which channels are tried: the next one if a channel cannot reach the recipient'),
  near_stops: z.int().min(0).max(50).describe('So few stops before, the driver is near; 0 to go by minutes alone'),
  near_minutes: z.int().min(1).max(240).describe('So few minutes before, the driver is near'),
  delayed_minutes: z.int().min(1).max(240).describe('So much later than promised, recipients are told'),
  quiet_from: TimeOfDay.nullable().describe('With quiet_until, when nothing makes a sound; null for never'),
  quiet_until: TimeOfDay.nullable(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Enter a country like ID.')
    .refine(isCountry, 'Enter a country like ID.')
    .nullable()
    .describe('Of phone numbers without a country code; that of the workspace’s time zone if null'),
  opt_in: z
    .array(z.enum(['email', 'sms']))
    .max(2)
    .transform((channels) => [...new Set(channels)])
    .describe('Channels that only those recipients get who agreed'),
  sms_price: Cost.describe('What one segment of a text costs, in the smallest unit of the currency'),
  spend_day: Cost.nullable().describe('Texts stop at so much a day; null for no limit'),
  spend_month: Cost.nullable().describe('Texts stop at so much a month; null for no limit'),
}

export const NotificationSettings = z
  .object({ ...fields, choices: Choices.describe('Which channels each event may use'), version: Version })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const NotificationSettingsPatch = z
  .strictObject({ ...fields, choices: z.partialRecord(NotificationEvent, Choice) })
  .partial()
  .meta({ id: 'NotificationSettingsPatch' })
export type NotificationSettingsPatch = z.infer<typeof NotificationSettingsPatch>

/** What is tried for an event while nobody chose: what costs nothing always, texts where they matter most. */
const usualChoice = (event: (typeof notificationEvents)[number]) => ({
  push: true,
  email: event !== 'near' && event !== 'arrived',
  sms: ['near', 'delayed', 'failed'].includes(event),
})
export const usualChoices = Object.fromEntries(
  notificationEvents.map((event) => [event, usualChoice(event)]),
) as NotificationChoices

/** As they are until somebody changes them. */
export const usualNotificationSettings: Omit<NotificationSettings, 'version'> = {
  active: false,
  choices: usualChoices,
  ladder: ['push', 'email', 'sms'],
  near_stops: 0,
  near_minutes: 20,
  delayed_minutes: 15,
  quiet_from: '21:00',
  quiet_until: '08:00',
  country: null,
  opt_in: [],
  sms_price: 0,
  spend_day: null,
  spend_month: null,
}

/** A template's text: with variables that exist. */
const templateText = (max: number) =>
  text(max).superRefine((value, context) => {
    for (const message of templateProblems(value)) context.addIssue({ code: 'custom', message })
  })

export const TemplateText = z
  .strictObject({
    subject: templateText(200).default('').describe('Of an email, or the title of a push; a text has none'),
    body: templateText(1600).min(1, 'Write what recipients read.'),
  })
  .meta({ id: 'NotificationTemplateText' })

export const templateParams = z.strictObject({
  language: MessageLanguage,
  event: NotificationEvent,
  channel: NotificationChannel,
})

export const NotificationTemplate = z
  .object({
    language: MessageLanguage,
    event: NotificationEvent,
    channel: NotificationChannel,
    subject: z.string(),
    body: z.string(),
    is_own: z.boolean().describe('Whether somebody of the workspace wrote it'),
    version: Version,
  })
  .meta({ id: 'NotificationTemplate' })
export type NotificationTemplate = z.infer<typeof NotificationTemplate>

export const PreviewRequest = z
  .strictObject({
    ...templateParams.shape,
    delivery_id: z.uuid().nullable().default(null).describe('Whose values to fill in; examples if null'),
    subject: text(200).default(''),
    body: text(1600),
  })
  .meta({ id: 'NotificationPreviewRequest' })

export const NotificationPreview = z
  .object({
    subject: z.string(),
    body: z.string(),
    problems: z.array(z.string()).describe('What is wrong with the template, in sentences'),
    encoding: z.enum(['GSM-7', 'UCS-2']),
    units: z.int(),
    segments: z.int().describe('How many texts are paid for; 0 on other channels'),
    unusual: z.array(z.string()).describe('Characters that make a text UCS-2'),
    cost: z.number().describe('In the smallest unit of the currency'),
    currency: z.string(),
  })
  .meta({ id: 'NotificationPreview' })
export type NotificationPreview = z.infer<typeof NotificationPreview>

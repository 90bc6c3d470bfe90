import { z } from 'zod'
import { notificationStates } from '../notifications/states.ts'
import {
  Consent,
  NeededConsent,
  NewConsent,
  NewSuppression,
  NewText,
  Notifiable,
  Notification,
  NotificationKind,
  NotificationReply,
  Suppression,
} from '../schema/notification.ts'
import {
  MessageLanguage,
  NotificationChannel,
  NotificationPreview,
  NotificationSettings,
  NotificationSettingsPatch,
  NotificationTemplate,
  PreviewRequest,
  templateParams,
  TemplateText,
} from '../schema/notification-settings.ts'
import { Day } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Notifications'
const settings = '/v1/settings/notifications'

export const getNotificationSettings = endpoint({
  id: 'getNotificationSettings',
  method: 'GET',
  path: settings,
  may: 'see_operations',
  tag,
  summary: 'What recipients are told of and on which channels, quiet hours, and what texts may cost',
  reply: NotificationSettings,
  record: 'shown',
})

export const changeNotificationSettings = endpoint({
  id: 'changeNotificationSettings',
  method: 'PATCH',
  path: settings,
  may: 'manage_workspace',
  tag,
  summary: 'Change what recipients are told of and how. Events that are left out stay as they are',
  body: NotificationSettingsPatch,
  reply: NotificationSettings,
  record: 'changed',
})

export const listNotificationTemplates = endpoint({
  id: 'listNotificationTemplates',
  method: 'GET',
  path: `${settings}/templates`,
  may: 'see_operations',
  tag,
  summary: 'The templates of a language: your own, and ours where there is none',
  query: z.strictObject({ language: MessageLanguage.default('en') }),
  reply: z.object({ data: z.array(NotificationTemplate) }),
})

export const writeNotificationTemplate = endpoint({
  id: 'writeNotificationTemplate',
  method: 'PUT',
  path: `${settings}/templates/:language/:event/:channel`,
  may: 'manage_workspace',
  tag,
  summary: 'Write a template of your own. Variables are like {{recipient}}; one that does not exist is refused',
  params: templateParams,
  body: TemplateText,
  reply: NotificationTemplate,
  record: 'changed',
})

export const resetNotificationTemplate = endpoint({
  id: 'resetNotificationTemplate',
  method: 'DELETE',
  path: `${settings}/templates/:language/:event/:channel`,
  may: 'manage_workspace',
  tag,
  summary: 'Use our template again',
  params: templateParams,
  reply: NotificationTemplate,
  record: 'changed',
})

export const previewNotification = endpoint({
  id: 'previewNotification',
  method: 'POST',
  path: `${settings}/preview`,
  may: 'see_operations',
  tag,
  summary: 'How a template reads, filled in with a delivery or with examples, and what it costs as a text',
  body: PreviewRequest,
  reply: NotificationPreview,
  addsNothing: () => true,
})

const filter = {
  state: z.enum(notificationStates).optional(),
  channel: NotificationChannel.optional(),
  event: NotificationKind.optional(),
  from: Day.optional().describe('The first day, in the workspace’s time zone'),
  until: Day.optional().describe('The last day'),
}

export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/v1/notifications',
  may: 'see_operations',
  tag,
  summary: 'What recipients were told, the newest first, with what it cost',
  query: z.strictObject({ ...filter, ...pageQuery }),
  reply: z.object({
    data: z.array(Notification),
    next_cursor: z.string().nullable(),
    total: z.int(),
    cost: z.number().describe('Of all that match, in the smallest unit of the currency'),
    spent_today: z.number(),
    spent_this_month: z.number(),
  }),
})

export const exportNotifications = endpoint({
  id: 'exportNotifications',
  method: 'GET',
  path: '/v1/notifications.csv',
  may: 'see_operations',
  tag,
  summary: 'The same as a spreadsheet, at most 100,000 lines. No cell is run as a formula',
  query: z.strictObject(filter),
  reply: z.string(),
  media: 'text/csv',
})

export const listDeliveryNotifications = endpoint({
  id: 'listDeliveryNotifications',
  method: 'GET',
  path: '/v1/deliveries/:id/notifications',
  may: 'see_operations',
  tag,
  summary: 'What the recipient of a delivery was told and answered, oldest first',
  params: idParams,
  reply: z.object({
    notifications: z.array(Notification),
    replies: z.array(NotificationReply),
    consents: z.array(NeededConsent).describe('What the recipient has to agree to first, as the settings say'),
  }),
})

export const textRecipient = endpoint({
  id: 'textRecipient',
  method: 'POST',
  path: '/v1/deliveries/:id/texts',
  may: 'change_deliveries',
  tag,
  summary: 'Write a text to the recipient. Answers come to the delivery',
  params: idParams,
  body: NewText,
  reply: Notification,
  status: 201,
  idempotent: true,
})

export const sendNotificationAgain = endpoint({
  id: 'sendNotificationAgain',
  method: 'POST',
  path: '/v1/notifications/:id/again',
  may: 'change_deliveries',
  tag,
  summary: 'Send a notification once more that failed, or of which nobody knows whether it arrived',
  params: idParams,
  reply: Notification,
})

export const listConsents = endpoint({
  id: 'listConsents',
  method: 'GET',
  path: '/v1/consents',
  may: 'see_operations',
  tag,
  summary: 'Addresses and numbers whose owners agreed to messages, the newest first',
  query: z.strictObject(pageQuery),
  reply: z.object({ data: z.array(Consent), next_cursor: z.string().nullable(), total: z.int() }),
})

export const addConsent = endpoint({
  id: 'addConsent',
  method: 'POST',
  path: '/v1/consents',
  may: 'change_deliveries',
  tag,
  summary: 'Note that the owner of an address or number agreed to messages',
  body: NewConsent,
  reply: Consent,
  status: 201,
  idempotent: true,
})

export const removeConsent = endpoint({
  id: 'removeConsent',
  method: 'DELETE',
  path: '/v1/consents/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Take back that somebody agreed',
  params: idParams,
})

export const listSuppressions = endpoint({
  id: 'listSuppressions',
  method: 'GET',
  path: '/v1/suppressions',
  may: 'see_operations',
  tag,
  summary: 'Addresses and numbers to which nothing is sent, the newest first',
  query: z.strictObject(pageQuery),
  reply: z.object({ data: z.array(Suppression), next_cursor: z.string().nullable(), total: z.int() }),
})

export const addSuppression = endpoint({
  id: 'addSuppression',
  method: 'POST',
  path: '/v1/suppressions',
  may: 'change_deliveries',
  tag,
  summary: 'Send nothing more to an address or number, such as one that bounced',
  body: NewSuppression,
  reply: Suppression,
  status: 201,
  idempotent: true,
})

export const removeSuppression = endpoint({
  id: 'removeSuppression',
  method: 'DELETE',
  path: '/v1/suppressions/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Send to an address or number again, because its owner wants it',
  params: idParams,
})

export const getNotifiable = endpoint({
  id: 'getNotifiable',
  method: 'GET',
  path: '/v1/plans/:id/notifiable',
  may: 'see_operations',
  tag,
  summary: 'Whose recipients of a plan cannot be told anything',
  params: idParams,
  reply: Notifiable,
})

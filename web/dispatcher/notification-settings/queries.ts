import { queryOptions } from '@tanstack/react-query'
import { getNotificationSettings, listNotificationTemplates, listSuppressions } from '#domain/api/notifications.ts'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../every-page.ts'

export const notificationSettingsQuery = queryOptions({
  queryKey: keys.notifications.settings,
  queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
})

export const templatesQuery = (language: MessageLanguage) =>
  queryOptions({
    queryKey: keys.notifications.templates(language),
    queryFn: async ({ signal }) => (await call(listNotificationTemplates, { query: { language }, signal })).data,
  })

export const suppressionsQuery = queryOptions({
  queryKey: keys.notifications.suppressions,
  queryFn: ({ signal }) =>
    everyPage((cursor) => call(listSuppressions, { query: { limit: 200, ...(cursor && { cursor }) }, signal })),
})

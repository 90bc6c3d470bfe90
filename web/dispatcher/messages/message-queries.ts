import { queryOptions } from '@tanstack/react-query'
import { getMessagePhoto, getMessageSettings, listDriverMessages, listThreads } from '#domain/api/messages.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

export const threadsQuery = queryOptions({
  queryKey: keys.messages.threads,
  queryFn: ({ signal }) => call(listThreads, { signal }),
})

export const messagesQuery = (driverId: string) =>
  queryOptions({
    queryKey: keys.messages.of(driverId),
    queryFn: ({ signal }) => call(listDriverMessages, { params: { id: driverId }, query: { limit: '200' }, signal }),
  })

export const messageSettingsQuery = queryOptions({
  queryKey: keys.messages.settings,
  queryFn: ({ signal }) => call(getMessageSettings, { signal }),
})

export const messagePhotoQuery = (id: string) =>
  queryOptions({
    queryKey: ['message-photo', id],
    queryFn: async ({ signal }) => URL.createObjectURL(await callForFile(getMessagePhoto, { params: { id }, signal })),
    staleTime: Infinity,
  })

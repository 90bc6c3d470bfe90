import { queryOptions } from '@tanstack/react-query'
import { getNotifiable, listDeliveryNotifications } from '#domain/api/notifications.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

export const deliveryNotificationsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.notifications.ofDelivery(id),
    queryFn: ({ signal }) => call(listDeliveryNotifications, { params: { id }, signal }),
  })

export const notifiableQuery = (planId: string) =>
  queryOptions({
    queryKey: keys.notifications.ofPlan(planId),
    queryFn: ({ signal }) => call(getNotifiable, { params: { id: planId }, signal }),
  })

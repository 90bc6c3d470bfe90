import { channelNames, notificationEventNames } from '#domain/notifications/events.ts'
import { notificationFailures, notificationStateNames, type NotificationState } from '#domain/notifications/states.ts'
import type { Notification } from '#domain/schema/notification.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const stateTones: Record<NotificationState, BadgeTone> = {
  waiting: 'neutral',
  handing_over: 'info',
  sent: 'brand',
  delivered: 'success',
  failed: 'danger',
  unknown: 'warning',
  skipped: 'warning',
}

export const stateWords = (state: NotificationState) => notificationStateNames[state]

/** `Almost there, by text`. */
export const headOf = ({ event, channel }: Pick<Notification, 'event' | 'channel'>) =>
  `${notificationEventNames[event]}, by ${channel === 'sms' ? 'text' : channelNames[channel].toLowerCase()}`

/** Why it did not arrive, with what the provider said. */
export function failureWords({ failure, failure_detail }: Pick<Notification, 'failure' | 'failure_detail'>): string {
  const why = failure ? notificationFailures[failure] : ''
  return [why, failure_detail && `(${failure_detail})`].filter(Boolean).join(' ')
}

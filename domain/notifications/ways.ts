import type { NotificationSettings } from '../schema/notification-settings.ts'
import { isOfTheMoment, type NotificationChannel, type NotificationEvent, type NotificationKind } from './events.ts'
import { readPhone, zoneOf } from '../phone.ts'
import { quietUntil } from './quiet-hours.ts'
import type { NotificationFailure } from './states.ts'
import type { Sender, ToTell } from './to-tell.ts'

/** A browser of a recipient, as push services know it. */
export type Browser = { id: string; endpoint: string; p256dh: string; auth: string }

/** What is needed to find a way to a recipient. */
export type Ways = {
  settings: NotificationSettings
  sender: Sender
  /** As `channel address`. */
  suppressed: ReadonlySet<string>
  /** Who agreed to a channel, as `channel address`. */
  agreed: ReadonlySet<string>
  /** Deliveries with a browser that takes notifications. */
  browsers: ReadonlyMap<string, Browser[]>
  /** Which channels this server can use. */
  provided: Record<NotificationChannel, boolean>
  now: Date
}

export type Way = { recipient: string; sendAfter: Date } | { failure: NotificationFailure }

/** How a recipient is reached on a channel, and from when on. */
export function wayOn(channel: NotificationChannel, to: ToTell, kind: NotificationKind, ways: Ways): Way {
  const address = addressOn(channel, to, ways)
  if (!address) return { failure: channel === 'sms' && to.recipient_phone ? 'not_a_phone' : 'no_contact' }
  if (ways.suppressed.has(`${channel} ${address}`)) return { failure: 'suppressed' }
  if (needsConsent(channel, ways.settings) && !ways.agreed.has(`${channel} ${address}`))
    return { failure: 'no_consent' }
  if (!ways.provided[channel]) return { failure: 'no_provider' }
  // What a person writes is sent when they write it, and an email makes no sound.
  const until = channel === 'email' || kind === 'message' ? undefined : quietFor(to, ways)
  if (until && isOfTheMoment(kind)) return { failure: 'quiet_hours' }
  return { recipient: address, sendAfter: until ?? ways.now }
}

/** Whether a channel is only for those who agreed. Browsers ask by themselves. */
export const needsConsent = (channel: NotificationChannel, { opt_in }: Pick<NotificationSettings, 'opt_in'>): boolean =>
  channel !== 'push' && opt_in.includes(channel)

export function addressOn(
  channel: NotificationChannel,
  to: ToTell,
  { sender, browsers }: Pick<Ways, 'sender' | 'browsers'>,
) {
  if (channel === 'email') return to.recipient_email?.toLowerCase()
  if (channel === 'sms') return to.recipient_phone ? readPhone(to.recipient_phone, sender.country)?.number : undefined
  const count = browsers.get(to.id)?.length
  return count ? `${count} ${count === 1 ? 'browser' : 'browsers'}` : undefined
}

function quietFor(to: ToTell, { settings: { quiet_from, quiet_until }, sender, now }: Ways): Date | undefined {
  if (!quiet_from || !quiet_until) return undefined
  const phone = to.recipient_phone ? readPhone(to.recipient_phone, sender.country) : undefined
  return quietUntil(now, zoneOf(phone, sender), { from: quiet_from, until: quiet_until })
}

/** The channels that an event may use, in the order in which they are tried. */
export const ladderOf = ({ ladder, choices }: NotificationSettings, event: NotificationEvent): NotificationChannel[] =>
  ladder.filter((channel) => choices[event][channel])

import type { Event } from '#domain/events/event.ts'
import type { EventType } from '#domain/events/types.ts'
import { boardPath } from '../planning/board-path.ts'

/** The types of events that the stream shows. */
export const happeningTypes = [
  'delivery.status_changed',
  'delivery.corrected',
  'delivery.missing',
  'delivery.handed_over',
  'delivery.taken_over',
  'delivery.returned',
  'shift.started',
  'shift.updated',
  'shift.ended',
  'plan.dispatched',
  'plan.dispatch_taken_back',
  'route.changed',
  'device.registered',
  'device.revoked',
] as const satisfies EventType[]

export type HappeningTone = 'good' | 'bad' | 'plain'
export type Happening = {
  id: string
  at: string
  title: string
  /** Whom or what it is about, besides. */
  detail: string | undefined
  tone: HappeningTone
  href: string | undefined
}

type Said = { title: string; detail?: string | undefined; tone?: HappeningTone; href?: string | undefined }

/** An event in words; nothing if it is not news of the road. */
export function happeningOf(event: Event): Happening | undefined {
  const said = wordsOf(event)
  if (!said) return undefined
  const { title, detail, tone = 'plain', href } = said
  return { id: event.id, at: event.at, title, detail, tone, href }
}

function wordsOf(event: Event): Said | undefined {
  switch (event.type) {
    case 'delivery.status_changed':
      return ofStatus(event)
    case 'delivery.corrected':
      return { ...ofDelivery(event), title: `#${event.data.number} was corrected to ${wordOf(event.data.status)}` }
    case 'delivery.missing':
      return { ...ofDelivery(event), title: `#${event.data.number} was missing at loading`, tone: 'bad' }
    case 'delivery.handed_over':
      return { ...ofDelivery(event), title: `#${event.data.number} goes to another driver` }
    case 'delivery.taken_over':
      return { ...ofDelivery(event), title: `#${event.data.number} was taken over` }
    case 'delivery.returned':
      return { ...ofDelivery(event), title: `#${event.data.number} is back at the depot` }
    case 'shift.started':
      return { title: `${event.data.driver_name} is on shift`, href: toDriver(event.data.driver_id) }
    case 'shift.updated':
      return {
        title: `${event.data.driver_name} ${event.data.on_break_since ? 'takes a break' : 'goes on'}`,
        href: toDriver(event.data.driver_id),
      }
    case 'shift.ended':
      return { title: `${event.data.driver_name} is done for the day`, href: toDriver(event.data.driver_id) }
    case 'plan.dispatched':
      return { title: 'The routes went to the drivers', detail: by(event), href: toPlan(event) }
    case 'plan.dispatch_taken_back':
      return { title: 'The dispatch was taken back', detail: by(event), tone: 'bad', href: toPlan(event) }
    case 'route.changed':
      return {
        title: `${event.data.driver_name}’s route changed`,
        detail: by(event),
        href: toDriver(event.data.driver_id),
      }
    case 'device.registered':
      return { title: `A driver signed in on ${event.data.name}`, href: toDriver(event.data.driver_id) }
    case 'device.revoked':
      return { title: `${event.data.name} counts no more`, detail: by(event), href: toDriver(event.data.driver_id) }
    default:
      return undefined
  }
}

type DeliveryNews = Extract<Event, { subject: { kind: 'delivery' } }>

const outcomes: Partial<Record<string, { says: string; tone: HappeningTone }>> = {
  in_transit: { says: 'is on its way', tone: 'plain' },
  arrived: { says: 'reached', tone: 'plain' },
  delivered: { says: 'delivered', tone: 'good' },
  failed: { says: 'failed', tone: 'bad' },
  cancelled: { says: 'cancelled', tone: 'bad' },
}

function ofStatus(event: DeliveryNews): Said | undefined {
  const { number, status } = event.data
  const outcome = outcomes[status]
  if (!outcome) return undefined
  return { ...ofDelivery(event), title: `#${number} ${outcome.says}`, tone: outcome.tone }
}

function ofDelivery({ data, actor, why }: DeliveryNews) {
  return {
    detail: [why, data.recipient_name, actor.name].filter(Boolean).join(' · '),
    href: `/dashboard/deliveries?delivery=${data.id}`,
  }
}

const wordOf = (status: string) => status.replaceAll('_', ' ')
const by = ({ actor }: Event) => `by ${actor.name}`
const toDriver = (id: string) => `/dashboard/live?driver=${id}`
const toPlan = (event: Extract<Event, { subject: { kind: 'plan' } }>) =>
  boardPath(event.data.day, { plan: event.data.id })

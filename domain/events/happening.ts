import type { Event } from './event.ts'
import type { EventType } from './types.ts'

/** The types of events that are news of the road. */
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

/** What dispatchers decide, of plans on the road. */
export const decisionTypes = [
  'plan.approved',
  'plan.dispatched',
  'plan.dispatch_taken_back',
  'plan.change_kept',
  'plan.changed',
  'plan.taken',
  'alert.seen',
  'alert.done',
  'delivery.corrected',
] as const satisfies EventType[]

/** What a played day tells: all that is news, decided, or an alert. */
export const replayTypes = [
  ...new Set<EventType>([...happeningTypes, ...decisionTypes, 'alert.raised', 'alert.settled']),
]

export const happeningTones = ['good', 'bad', 'plain'] as const
export type HappeningTone = (typeof happeningTones)[number]
/** What somebody can look at next. */
export type About = { driver_id?: string | null; delivery_id?: string | null; plan?: { id: string; day: string } }
export type Happening = {
  id: string
  at: string
  title: string
  /** Whom or what it is about, besides. */
  detail: string | undefined
  tone: HappeningTone
  about: About
}

type Said = { title: string; detail?: string | undefined; tone?: HappeningTone; about?: About }

/** An event in words; nothing if it is not news of the road. */
export function happeningOf(event: Event): Happening | undefined {
  const said = wordsOf(event)
  if (!said) return undefined
  const { title, detail, tone = 'plain', about = {} } = said
  return { id: event.id, at: event.at, title, detail, tone, about }
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
      return { title: `${event.data.driver_name} is on shift`, about: { driver_id: event.data.driver_id } }
    case 'shift.updated':
      return {
        title: `${event.data.driver_name} ${event.data.on_break_since ? 'takes a break' : 'goes on'}`,
        about: { driver_id: event.data.driver_id },
      }
    case 'shift.ended':
      return { title: `${event.data.driver_name} is done for the day`, about: { driver_id: event.data.driver_id } }
    case 'plan.dispatched':
      return { title: 'The routes went to the drivers', detail: by(event), about: toPlan(event) }
    case 'plan.dispatch_taken_back':
      return { title: 'The dispatch was taken back', detail: by(event), tone: 'bad', about: toPlan(event) }
    case 'route.changed':
      return {
        title: `${event.data.driver_name}’s route changed`,
        detail: by(event),
        about: { driver_id: event.data.driver_id },
      }
    case 'device.registered':
      return { title: `A driver signed in on ${event.data.name}`, about: { driver_id: event.data.driver_id } }
    case 'device.revoked':
      return {
        title: `${event.data.name} counts no more`,
        detail: by(event),
        about: { driver_id: event.data.driver_id },
      }
    case 'plan.change_kept':
      return {
        title: event.why ?? 'A change was prepared',
        detail: `${by(event)}, not published yet`,
        about: toPlan(event),
      }
    case 'plan.changed':
      return { title: event.why ?? 'The plan changed', detail: by(event), about: toPlan(event) }
    case 'plan.approved':
      return { title: 'The plan was approved', detail: by(event), about: toPlan(event) }
    case 'plan.taken':
      return { title: 'An improved plan was taken', detail: by(event), about: toPlan(event) }
    case 'alert.raised':
      return { title: event.data.sentence, tone: 'bad', about: ofAlert(event) }
    case 'alert.seen':
      return { title: `Seen: ${event.data.sentence}`, detail: by(event), about: ofAlert(event) }
    case 'alert.done':
      return { title: `Dealt with: ${event.data.sentence}`, detail: by(event), about: ofAlert(event) }
    case 'alert.settled':
      return { title: `Over: ${event.data.sentence}`, tone: 'good', about: ofAlert(event) }
    default:
      return undefined
  }
}

const ofAlert = ({ data }: Extract<Event, { subject: { kind: 'alert' } }>): About => ({
  driver_id: data.driver_id,
  delivery_id: data.delivery_id,
})

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
    about: { delivery_id: data.id, driver_id: data.driver_id },
  }
}

const wordOf = (status: string) => status.replaceAll('_', ' ')
const by = ({ actor }: Event) => `by ${actor.name}`
const toPlan = ({ data }: Extract<Event, { subject: { kind: 'plan' } }>): About => ({
  plan: { id: data.id, day: data.day },
})

import { z } from 'zod'
import type { HookSubject } from '#domain/shops/exchange.ts'
import type { ShopSettings } from '../../../config.ts'
import type { OpenStore, RawHook, ShopHook } from '../platform.ts'
import { readWixToken } from './token.ts'

/*
 * The body is a token with three layers: the claims, in which `data` is JSON text about the site and the kind of event, in which
 * `data` is JSON text about the event.
 */

const text = z.string().nullish().catch(null)
const Outer = z.object({ eventType: z.string().max(200), instanceId: z.uuid(), data: z.string() })
const Order = z.looseObject({ id: text, orderId: text })
const Event = z.looseObject({
  id: text,
  slug: text,
  entityId: text,
  eventTime: text,
  createdEvent: z.looseObject({ entity: Order.optional(), entityAsJson: text }).optional(),
  updatedEvent: z.looseObject({ currentEntity: Order.optional(), currentEntityAsJson: text }).optional(),
  actionEvent: z
    .looseObject({ body: z.looseObject({ order: Order.optional(), orderId: text }).optional(), bodyAsJson: text })
    .optional(),
})
type Event = z.output<typeof Event>

/** The site of a webhook that Wix signed; they all go to one address. */
export const siteOfHook = (hook: RawHook, settings: ShopSettings, now: Date): string | null =>
  readOuter(hook, settings, now)?.instanceId ?? null

/** Verifies a webhook and reads which order it is about. */
export function readWixHook(hook: RawHook, { key, settings, now }: OpenStore): ShopHook | null {
  const outer = readOuter(hook, settings, now)
  if (!outer || outer.instanceId !== key) return null
  const event = Event.safeParse(parsed(outer.data)).data
  const subject = subjectOf(outer.eventType)
  const orderId = subject === 'order' && event ? orderIn(event) : null
  const at = z.iso.datetime({ offset: true }).safeParse(event?.eventTime).data ?? null
  return {
    id: (event?.id ?? `${outer.eventType} ${orderId ?? ''} ${at ?? ''}`).slice(0, 200),
    topic: outer.eventType,
    about: subject === 'order' && !orderId ? 'other' : subject,
    orderId,
    at,
  }
}

function subjectOf(eventType: string): HookSubject {
  if (/app_?removed|app_?instance_?removed/i.test(eventType)) return 'uninstalled'
  return /^wix\.ecom\.v\d+\.order/.test(eventType) ? 'order' : 'other'
}

function orderIn({ entityId, createdEvent, updatedEvent, actionEvent }: Event): string | null {
  const body =
    actionEvent?.body ?? (parsed(actionEvent?.bodyAsJson) as { order?: { id?: string }; orderId?: string } | undefined)
  const inText = parsed(createdEvent?.entityAsJson ?? updatedEvent?.currentEntityAsJson) as { id?: unknown } | undefined
  const found = [
    entityId,
    createdEvent?.entity?.id,
    updatedEvent?.currentEntity?.id,
    inText?.id,
    body?.order?.id,
    body?.orderId,
  ]
  return found.find((each): each is string => typeof each === 'string' && /^[\w-]{1,100}$/.test(each)) ?? null
}

function readOuter({ body }: RawHook, { wix }: ShopSettings, now: Date) {
  const claims = wix && readWixToken(body.toString('latin1'), wix.publicKey, now)
  return claims && typeof claims.data === 'string' ? Outer.safeParse(parsed(claims.data)).data : undefined
}

function parsed(json: string | null | undefined): unknown {
  try {
    return json ? JSON.parse(json) : undefined
  } catch {
    return undefined
  }
}

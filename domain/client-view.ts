import { AppError } from './errors.ts'
import type { Event } from './events/event.ts'
import { quotas, type QuotaName } from './quotas.ts'
import { isSameJson, type Json } from './chain/canonical-json.ts'
import { shownCustom } from './orders/custom-values.ts'
import type { CustomValues } from './schema/custom-field.ts'
import type { DeliveryHistory } from './schema/delivery.ts'

/*
 * What a client learns of their own deliveries: everything but who drives, who else had to do with them, and how the
 * workspace sorts them.
 */

/** In place of the name of whoever is not oneself. */
export const somebodyElse = 'Somebody else'

const hiddenFields = [
  'driver_name',
  'wanted_driver_name',
  'wanted_driver_id',
  'carrier_name',
  'device',
  'driver_id',
  'client_id',
  'depot_id',
]

const withoutHidden = <V>(record: Record<string, V>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !hiddenFields.includes(field)))

/** A delivery without its drivers. */
export function deliveryForClient<D extends object>(delivery: D): D {
  return { ...delivery, driver_id: null, driver_name: null, wanted_driver_id: null, wanted_driver_name: null }
}

/** An event of an own delivery, as a client is told of it. */
export function eventForClient<E extends Event>(event: E, userId: string): E {
  const { subject, data, previous, actor } = event
  if (subject.kind !== 'delivery') return event
  const isOwn = actor.id === userId
  return {
    ...event,
    data: deliveryForClient(data),
    previous: withoutHidden(previous),
    actor: isOwn ? actor : { ...actor, id: null, name: somebodyElse },
  }
}

/**
 * A history as a client sees it.
 * @param isOwn says of each entry whether the client's member wrote it
 * @param ownFields the workspace's own fields that clients see
 */
export function historyForClient(
  history: DeliveryHistory,
  isOwn: (id: string) => boolean,
  ownFields: ReadonlySet<string>,
): DeliveryHistory {
  const data = history.data.map((entry) => ({
    ...entry,
    detail: withShownFields(
      withoutHidden(entry.kind === 'corrected' ? { ...entry.detail, why: null } : entry.detail),
      ownFields,
    ),
    actor_name: isOwn(entry.id) ? entry.actor_name : somebodyElse,
  }))
  return { ...history, data }
}

/** What changed in the workspace's own fields, as far as it is shown; nothing if none of it is. */
function withShownFields({ custom, ...detail }: Record<string, unknown>, shown: ReadonlySet<string>) {
  if (typeof custom !== 'object' || custom === null || !('from' in custom && 'to' in custom)) return detail
  const { from, to } = custom as { from: CustomValues | null; to: CustomValues | null }
  const [was, is] = [shownCustom(from ?? {}, shown), shownCustom(to ?? {}, shown)]
  return isSameJson(was as Json, is as Json) ? detail : { ...detail, custom: { from: was, to: is } }
}

/**
 * A refusal as a client reads it: how much the workspace stores, and what it may store, is not theirs to know. The size
 * of one thing, such as a file, they can do something about.
 */
export function refusalForClient(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'quota_reached') return error
  const { quota, retry_after_seconds } = error.detail
  if (quotas[quota as QuotaName].kind === 'each') return error
  const renews = retry_after_seconds === undefined ? {} : { retry_after_seconds }
  const sentence = 'No more can be added at the moment. Ask those who deliver for you.'
  return new AppError('quota_reached', { ...renews, detail: sentence })
}

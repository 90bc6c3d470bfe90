import type { PlanEffect } from '#domain/schema/plan-change.ts'
import type { Route } from '#domain/schema/plan.ts'
import { countOf, formatTime } from '#web/lib/format.ts'

export type RecipientToTell = { delivery_id: string; who: string; words: string }

/** Who would have to be told of a change, by name, with the old and the new time. */
export function recipientsToTell(
  { recipients }: Pick<PlanEffect, 'recipients'>,
  routes: readonly Pick<Route, 'stops'>[],
  zone: string,
): RecipientToTell[] {
  const names = new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.delivery_id, stop.name] as const)))
  return recipients.map(({ delivery_id, number, was_at, will_at }) => ({
    delivery_id,
    who: [`#${number}`, names.get(delivery_id)].filter(Boolean).join(' '),
    words: will_at
      ? `${formatTime(was_at, zone)} → ${formatTime(will_at, zone)}`
      : `${formatTime(was_at, zone)} → nobody comes`,
  }))
}

/** `2 recipients to tell`, or that there is none. */
export const countRecipients = (count: number) =>
  count === 0 ? 'Nobody to tell' : `${countOf(count, 'recipient')} to tell`

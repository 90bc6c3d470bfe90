import { changeRecurringOrder, createRecurringOrder, createStandingRoute } from '#domain/api/recurring.ts'
import type { NewRecurringOrder, RecurringOrder, RecurringOrderChange } from '#domain/schema/recurring.ts'
import { call, CallError, newIdempotencyKey } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { newPlaces } from './groups.ts'
import { formPath, type RecurringBody } from './rule-values.ts'

type Target = { id: string; version: number } | { idempotencyKey: string }

/**
 * Saves a recurring order, on a route that is added before if it is new.
 * @param onRoute called with the new route's id, so that trying again does not add another
 * @throws CallError with problems at the form's own fields
 */
export async function saveRecurring(
  { body, route }: RecurringBody<NewRecurringOrder | RecurringOrderChange>,
  target: Target,
  onRoute: (id: string) => void,
): Promise<RecurringOrder> {
  try {
    const added = route && (await call(createStandingRoute, { body: route, idempotencyKey: newIdempotencyKey() }))
    if (added) onRoute(added.id)
    const whole = added ? { ...body, standing_route_id: added.id } : body
    if ('id' in target) {
      const { id, version } = target
      return await call(changeRecurringOrder, { params: { id }, body: whole, version })
    }
    return await call(createRecurringOrder, { body: whole as NewRecurringOrder, ...target })
  } catch (error) {
    throw atItsField(error)
  }
}

/** Gives the orders of a route their places, from 1. */
export async function settlePlaces(orders: readonly RecurringOrder[]): Promise<void> {
  for (const { order, position } of newPlaces(orders)) {
    await changeRecord(order, { standing_position: position }, (version) =>
      call(changeRecurringOrder, { params: { id: order.id }, body: { standing_position: position }, version }),
    )
  }
}

type Around = { before: readonly RecurringOrder[]; after: readonly RecurringOrder[] }

/** Makes room on its route for an order that was saved. If that fails, the page shows where it is, to be moved. */
export async function settleAround(saved: RecurringOrder, { before, after }: Around): Promise<void> {
  if (saved.standing_route_id === null) return
  await settlePlaces([...before, saved, ...after]).catch(() => {})
}

const fieldOfRefusal: Partial<Record<CallError['code'], string>> = {
  duplicate_standing_route: 'route_name',
  standing_route_not_found: 'route',
  client_not_found: 'client_id',
  client_inactive: 'client_id',
  depot_not_found: 'depot_id',
  depot_inactive: 'depot_id',
}

function atItsField(error: unknown): unknown {
  if (!(error instanceof CallError)) return error
  const path = fieldOfRefusal[error.code]
  const errors = path
    ? [{ path, message: error.message }]
    : error.problems.map((problem) => ({ ...problem, path: formPath(problem.path) }))
  if (errors.length === 0) return error
  return new CallError({ ...error.detail, code: error.code, status: error.status, title: error.message, errors })
}

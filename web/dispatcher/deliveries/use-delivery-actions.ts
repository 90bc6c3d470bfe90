import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { changeInBulk, duplicateInBulk, mostNamed, undoInBulk, type BulkChange } from '#domain/api/bulk.ts'
import type { BulkResult } from '#domain/api/bulk-result.ts'
import { changeDelivery, eraseDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { writeRanges } from '#domain/number-ranges.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { StatusStep } from '#domain/schema/status.ts'
import { insertEmergency } from '#domain/api/plan-changes.ts'
import { moveLeftovers } from '#domain/api/leftovers.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { copiedWords } from './bulk/copy-words.ts'
import { changeWords, refusedWords, resultWords } from './bulk/bulk-words.ts'
import { Refused } from './status/use-submit.ts'
import { toMatchQuery, type DeliveriesFilter } from './deliveries-address.ts'

/** Which deliveries a change is for: these as they are shown, all that match, or those that still wait on a day. */
export type BulkTarget =
  | { rows: readonly Delivery[] }
  | { filter: DeliveriesFilter }
  | { numbers: number[]; day: string }

/** Which deliveries are copied. */
export type CopyTarget = Exclude<BulkTarget, { numbers: number[] }>

/** As many numbers as a filter can hold, however long they are. */
const mostNumbers = 400

/** What can be done to deliveries from the list. It happens at once, with Undo where possible. */
export function useDeliveryActions() {
  const queryClient = useQueryClient()
  const mayChangeMany = useMay('change_deliveries')
  return useMemo(() => deliveryActions(queryClient, mayChangeMany), [queryClient, mayChangeMany])
}

function deliveryActions(queryClient: QueryClient, mayChangeMany: boolean) {
  // Plans say what has become of the deliveries they left out.
  const refresh = () =>
    Promise.all([keys.deliveries.all, keys.plans.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

  /** Makes a change. Shows a failure and refreshes the list. Returns the reply if it was made. */
  const attempt = async <R>(change: () => Promise<R>): Promise<R | undefined> => {
    try {
      const reply = await change()
      await refresh()
      return reply
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
      void refresh()
      return undefined
    }
  }

  const undo = async ({ changed }: BulkResult) => {
    const event_ids = changed.map(({ event_id }) => event_id)
    const result = await attempt(() => call(undoInBulk, { body: { event_ids } }))
    if (!result) return
    const done = result.changed.length > 1 ? 'are back as they were' : 'is back as it was'
    toast({ tone: toneOf(result), ...resultWords(result, done) })
  }

  /** Changes many deliveries in one call, and says which were changed and which not. Returns whether any was. */
  const changeMany = async (target: BulkTarget, change: BulkChange, driverName?: string): Promise<boolean> => {
    const result = await attempt(() => changeAll(target, change))
    if (!result) return false
    tell(result, changeWords(change, driverName))
    return result.changed.length > 0
  }

  /** Moves what is left of a day to another one. @throws CallError */
  const moveLeft = async (body: z.input<typeof moveLeftovers.body>): Promise<void> => {
    try {
      const { changed, to } = await call(moveLeftovers, { body, idempotencyKey: newIdempotencyKey() })
      tell({ changed, unchanged: [], refused: [] }, changeWords({ scheduled_date: to }, undefined))
    } finally {
      void refresh()
    }
  }

  const tell = (result: BulkResult, done: string) =>
    toast({
      tone: toneOf(result),
      ...resultWords(result, done),
      ...(result.changed.length > 0 && { action: { label: 'Undo', onPress: () => void undo(result) } }),
    })

  /**
   * Says what has happened to deliveries, for a dialog that shows by itself what is wrong.
   * @throws Refused if it is true of none of them, CallError
   */
  const setStatuses = async (target: BulkTarget, reached: StatusStep): Promise<void> => {
    try {
      const result = await changeAll(target, { reached })
      const isNone = result.changed.length + result.unchanged.length === 0
      if (isNone && result.refused.length > 0) throw new Refused(refusedWords(result.refused))
      tell(result, changeWords({ reached }, undefined))
    } finally {
      void refresh()
    }
  }

  /**
   * Adds copies of deliveries, for a dialog that shows by itself what is wrong. The message takes them away again.
   * @throws Refused if none of them can be copied, CallError
   */
  const duplicate = async (
    target: CopyTarget,
    wanted: { days: (string | null)[]; times: number },
    idempotencyKey: string,
  ): Promise<void> => {
    const which =
      'filter' in target ? { filter: toMatchQuery(target.filter) } : { ids: target.rows.map(({ id }) => id) }
    try {
      const made = await call(duplicateInBulk, { body: { ...which, ...wanted }, idempotencyKey })
      const { created, refused } = made
      if (created.length === 0 && refused.length > 0) throw new Refused(refusedWords(refused))
      const undoCopies = async () => {
        const result = await attempt(() => deleteCopies(created))
        if (result) toast({ tone: toneOf(result), ...resultWords(result, 'deleted') })
      }
      toast({
        tone: refused.length > 0 ? 'info' : 'success',
        ...copiedWords(made),
        action: { label: 'Undo', onPress: () => void undoCopies() },
      })
    } finally {
      void refresh()
    }
  }

  const remove = (delivery: Delivery) => changeMany({ rows: [delivery] }, { deleted: true })
  const cancel = async (delivery: Delivery) => {
    if (mayChangeMany) return changeMany({ rows: [delivery] }, { status: 'cancelled' })
    // A client cancels their own deliveries one by one.
    const isDone = await attempt(() =>
      changeRecord(delivery, { status: 'cancelled' }, (version) =>
        call(changeDelivery, { params: { id: delivery.id }, body: { status: 'cancelled' }, version }),
      ),
    )
    if (isDone) toast({ title: `Delivery #${delivery.number} canceled` })
    return isDone !== undefined
  }

  const reopen = async (delivery: Delivery) => {
    const isDone = await attempt(() =>
      changeRecord(delivery, { status: 'pending' }, (version) =>
        call(changeDelivery, { params: { id: delivery.id }, body: { status: 'pending' }, version }),
      ),
    )
    if (isDone) toast({ title: `Delivery #${delivery.number} is open again` })
  }

  /** Brings back a delivery that somebody deleted, unless something was written to it since. */
  const restore = async ({ id }: Pick<Delivery, 'id'>) => {
    const result = await attempt(async () => {
      const { data } = await call(listDeliveryEvents, { params: { id } })
      return call(undoInBulk, { body: { event_ids: [data.at(-1)!.id] } })
    })
    if (result) toast({ tone: toneOf(result), ...resultWords(result, 'is back') })
  }

  /** Erases the recipient's personal data. Returns whether it was. */
  const erase = async ({ id, number }: Pick<Delivery, 'id' | 'number'>): Promise<boolean> => {
    const isDone = await attempt(() => call(eraseDelivery, { params: { id } }))
    if (isDone) toast({ title: `The recipient of delivery #${number} was erased` })
    return isDone !== undefined
  }

  /** Puts a delivery on a route that is on the road, at once. */
  const emergency = async ({ id, number }: Delivery) => {
    const result = await attempt(() => call(insertEmergency, { params: { id }, idempotencyKey: newIdempotencyKey() }))
    const route = result?.routes.find(({ stops }) => stops.some((stop) => stop.delivery_id === id))
    if (route)
      toast({ tone: 'success', title: `Delivery #${number} is on ${route.driver_name}’s route. The driver is told` })
  }

  return { emergency, changeMany, moveLeft, duplicate, setStatuses, remove, cancel, reopen, restore, erase, refresh }
}

const changeAll = (target: BulkTarget, change: BulkChange) => changeParts(partsOf(target), change)

/** Only those that nobody has changed since they were made. */
const deleteCopies = (copies: readonly { id: string }[]) =>
  changeParts(
    inParts(
      copies.map(({ id }) => ({ id, version: 1 })),
      mostNamed,
    ).map((seen) => ({ seen })),
    { deleted: true },
  )

async function changeParts(parts: Part[], change: BulkChange): Promise<BulkResult> {
  const all: BulkResult = { changed: [], unchanged: [], refused: [] }
  for (const which of parts) {
    const part = await call(changeInBulk, { body: { ...which, change } })
    all.changed.push(...part.changed)
    all.unchanged.push(...part.unchanged)
    all.refused.push(...part.refused)
  }
  return all
}

type Part = Omit<z.input<typeof changeInBulk.body>, 'change'>

/** What each call names. Rows are named with the versions that were shown, so that nothing unseen is overwritten. */
function partsOf(target: BulkTarget): Part[] {
  if ('filter' in target) return [{ filter: toMatchQuery(target.filter) }]
  if ('rows' in target) {
    const seen = target.rows.map(({ id, version }) => ({ id, version }))
    return inParts(seen, mostNamed).map((part) => ({ seen: part }))
  }
  const day = { date_from: target.day, date_to: target.day, status: 'pending' }
  return inParts(target.numbers, mostNumbers).map((part) => ({ filter: { ...day, numbers: writeRanges(part) } }))
}

function inParts<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

function toneOf({ changed, refused }: BulkResult) {
  if (refused.length > 0) return changed.length > 0 ? ('info' as const) : ('error' as const)
  return changed.length > 0 ? ('success' as const) : ('info' as const)
}

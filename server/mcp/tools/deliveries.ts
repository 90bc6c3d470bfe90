import { z } from 'zod'
import * as api from '#domain/api/deliveries.ts'
import { Location } from '#domain/geo.ts'
import { DeliveryStatus, type Delivery } from '#domain/schema/delivery.ts'
import { Day, DayTime } from '#domain/time.ts'
import { Refused } from '../api.ts'
import { asked, asking, askPerson, tool } from '../tool.ts'
import { count, deliveryLine, lines } from '../words.ts'
import { DeliveryShown, toDelivery } from './shapes.ts'

const mostAtOnce = 50

const findDeliveries = tool({
  name: 'find_deliveries',
  title: 'Find deliveries',
  description:
    'Find deliveries by words, day or status. Use it to learn the ID of a delivery that the person talks about.',
  may: 'see_deliveries',
  kind: 'reads',
  input: z.strictObject({
    words: z.string().max(200).optional().describe('In the number, reference, address, recipient, phone or notes'),
    day: z
      .union([Day, z.literal('none')])
      .optional()
      .describe('YYYY-MM-DD, or none for orders without a day'),
    statuses: z.array(DeliveryStatus).max(20).optional(),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().max(3000).optional().describe('next_cursor of the page before'),
  }),
  output: z.object({ deliveries: z.array(DeliveryShown), total: z.number(), next_cursor: z.string().nullable() }),
  async run({ words, day, statuses, limit, cursor }, { api: call }) {
    const query = { q: words, day, status: statuses?.join(','), limit, cursor }
    const { data, total, next_cursor } = await call(api.listDeliveries, { query })
    return {
      text: lines(
        data.length < total
          ? `${count(total, 'delivery', 'deliveries')}, of which ${data.length}:`
          : `${count(total, 'delivery', 'deliveries')}.`,
        data.map(deliveryLine),
      ),
      data: { deliveries: data.map(toDelivery), total, next_cursor },
    }
  },
})

const readDelivery = tool({
  name: 'read_delivery',
  title: 'Read a delivery',
  description: 'Read one delivery with its history: who changed what, and when.',
  may: 'see_deliveries',
  kind: 'reads',
  input: z.strictObject({ delivery_id: z.uuid() }),
  output: z.object({
    delivery: DeliveryShown.extend({
      notes: z.string().nullable(),
      phone: z.string().nullable(),
      failure_reason: z.string().nullable(),
    }),
    history: z.array(
      z.object({ at: z.string(), kind: z.string(), by: z.string(), detail: z.record(z.string(), z.unknown()) }),
    ),
  }),
  async run({ delivery_id: id }, { api: call }) {
    const delivery = await call(api.getDelivery, { params: { id } })
    const { data } = await call(api.listDeliveryEvents, { params: { id } })
    const history = data.map(({ at, kind, actor_name, detail }) => ({ at, kind, by: actor_name, detail }))
    return {
      text: lines(
        deliveryLine(delivery),
        delivery.notes && `Notes: ${delivery.notes}`,
        'History:',
        history.map(({ at, kind, by }) => `${at} ${kind} by ${by}`),
      ),
      data: {
        delivery: {
          ...toDelivery(delivery),
          notes: delivery.notes,
          phone: delivery.recipient_phone,
          failure_reason: delivery.failure_reason,
        },
        history,
      },
    }
  },
})

const NewOne = z.strictObject({
  address: z.string().min(1).max(300),
  day: Day.nullable().describe('Null for an order without a day'),
  recipient: z.string().max(200).optional(),
  phone: z.string().max(40).optional(),
  window_start: DayTime.optional(),
  window_end: DayTime.optional(),
  position: Location.optional().describe('Only if the person gave it. Otherwise Karta looks the address up'),
  weight_kg: z.number().min(0).max(100_000).optional(),
  service_minutes: z.number().min(0).max(480).optional(),
  notes: z.string().max(2000).optional(),
  reference: z.string().min(1).max(100).optional().describe('The person’s own ID of the order'),
})

const createDeliveries = tool({
  name: 'create_deliveries',
  title: 'Create deliveries',
  description:
    'Create one or several deliveries. Each is answered for itself: those that are wrong do not stop the others.',
  may: 'add_deliveries',
  kind: 'adds',
  input: z.strictObject({ deliveries: z.array(NewOne).min(1).max(mostAtOnce) }),
  output: z.object({
    created: z.array(DeliveryShown),
    refused: z.array(z.object({ index: z.number().describe('From 0'), why: z.string() })),
  }),
  async run({ deliveries }, { api: call, progress }) {
    const created: Delivery[] = []
    const refused: { index: number; why: string }[] = []
    for (const [index, one] of deliveries.entries()) {
      const { address, day, recipient, phone, position, ...rest } = one
      const body = {
        ...rest,
        delivery_address: address,
        scheduled_date: day,
        recipient_name: recipient,
        recipient_phone: phone,
        delivery_location: position,
      }
      await call(api.createDelivery, { body }).then(
        (made) => created.push(made),
        (error: unknown) => {
          if (!(error instanceof Refused)) throw error
          refused.push({ index, why: error.message })
        },
      )
      await progress(index + 1, deliveries.length, 'Creating deliveries')
    }
    return {
      text: lines(
        `Created ${count(created.length, 'delivery', 'deliveries')}.`,
        created.map(deliveryLine),
        refused.map(({ index, why }) => `Not created, ${deliveries[index]!.address}: ${why}`),
      ),
      data: { created: created.map(toDelivery), refused },
    }
  },
})

const rescheduleDelivery = tool({
  name: 'change_delivery',
  title: 'Change a delivery',
  description: 'Change the day, the time window, the address or the notes of a delivery. Only the given fields change.',
  may: 'add_deliveries',
  kind: 'changes',
  isIdempotent: true,
  input: z.strictObject({
    delivery_id: z.uuid(),
    day: Day.nullable().optional(),
    window_start: DayTime.nullable().optional(),
    window_end: DayTime.nullable().optional(),
    address: z.string().min(1).max(300).optional(),
    notes: z.string().max(2000).nullable().optional(),
  }),
  output: z.object({ delivery: DeliveryShown }),
  async run({ delivery_id: id, day, address, ...rest }, { api: call }) {
    const body = {
      ...rest,
      ...(day !== undefined && { scheduled_date: day }),
      ...(address !== undefined && { delivery_address: address }),
    }
    const delivery = await call(api.changeDelivery, { params: { id }, body })
    return { text: `Changed. ${deliveryLine(delivery)}`, data: { delivery: toDelivery(delivery) } }
  },
})

const cancelDeliveries = tool({
  name: 'cancel_deliveries',
  title: 'Cancel deliveries',
  description: 'Cancel deliveries that are not on their way. Asks first.',
  may: 'add_deliveries',
  kind: 'changes',
  input: z.strictObject({ delivery_ids: z.array(z.uuid()).min(1).max(mostAtOnce), ...asking }),
  output: z.object({
    ...asked,
    deliveries: z.array(DeliveryShown),
    refused: z.array(z.object({ delivery_id: z.string(), why: z.string() })),
  }),
  async run(input, { api: call, confirmations }) {
    const { delivery_ids: ids, confirm } = input
    const found = []
    for (const id of ids) found.push(await call(api.getDelivery, { params: { id } }))
    const version = found.reduce((sum, delivery) => sum + delivery.version, 0)
    if (!confirm) {
      return {
        text: lines(
          `This would cancel ${count(found.length, 'delivery', 'deliveries')}:`,
          found.map(deliveryLine),
          askPerson,
        ),
        data: {
          done: false,
          confirm: confirmations.make('cancel_deliveries', input, version),
          deliveries: found.map(toDelivery),
          refused: [],
        },
      }
    }
    if (confirmations.take('cancel_deliveries', input, confirm) !== version) {
      throw new Refused(
        'changed_since',
        'One of them changed since the person agreed. Call the tool without `confirm`, and ask again.',
      )
    }
    const cancelled: Delivery[] = []
    const refused: { delivery_id: string; why: string }[] = []
    for (const { id, version: seen } of found) {
      await call(api.changeDelivery, { params: { id }, body: { status: 'cancelled' }, version: seen }).then(
        (delivery) => cancelled.push(delivery),
        (error: unknown) => {
          if (!(error instanceof Refused)) throw error
          refused.push({ delivery_id: id, why: error.message })
        },
      )
    }
    return {
      text: lines(
        `Canceled ${count(cancelled.length, 'delivery', 'deliveries')}.`,
        refused.map(({ why }) => `Not canceled: ${why}`),
      ),
      data: { done: true, confirm: null, deliveries: cancelled.map(toDelivery), refused },
    }
  },
})

export const deliveryTools = [findDeliveries, readDelivery, createDeliveries, rescheduleDelivery, cancelDeliveries]

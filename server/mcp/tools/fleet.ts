import { z } from 'zod'
import { listDrivers } from '#domain/api/drivers.ts'
import { findSlots } from '#domain/api/slots.ts'
import { listVehicles } from '#domain/api/vehicles.ts'
import { toMajor } from '#domain/money.ts'
import { Day } from '#domain/time.ts'
import { tool } from '../tool.ts'
import { count, lines } from '../words.ts'

const paging = {
  words: z.string().max(100).optional().describe('In the name or code'),
  limit: z.int().min(1).max(200).default(50),
}
const has = (words: string | undefined, ...texts: (string | null)[]) =>
  !words || texts.some((text) => text?.toLowerCase().includes(words.toLowerCase()))

const drivers = tool({
  name: 'list_drivers',
  title: 'List drivers',
  description: 'List drivers with their hours. Use it to learn the ID of a driver that the person names.',
  may: 'see_operations',
  kind: 'reads',
  input: z.strictObject(paging),
  output: z.object({
    drivers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        is_active: z.boolean(),
        shift: z.string(),
        vehicle_id: z.string().nullable(),
        skills: z.array(z.string()),
      }),
    ),
    total: z.number(),
  }),
  async run({ words, limit }, { api }) {
    const { data, total } = await api(listDrivers, { query: { limit } })
    const found = data.filter(({ name }) => has(words, name))
    return {
      text: lines(
        `${count(total, 'driver')} in all.`,
        found.map(
          ({ name, active, shift_start, shift_end }) =>
            `${name}${active ? '' : ' (inactive)'}, ${shift_start}–${shift_end}`,
        ),
      ),
      data: {
        drivers: found.map(({ id, name, active, shift_start, shift_end, vehicle_id, skills }) => ({
          id,
          name,
          is_active: active,
          shift: `${shift_start}–${shift_end}`,
          vehicle_id,
          skills,
        })),
        total,
      },
    }
  },
})

const vehicles = tool({
  name: 'list_vehicles',
  title: 'List vehicles',
  description: 'List vehicles with their capacities and drivers.',
  may: 'see_operations',
  kind: 'reads',
  input: z.strictObject(paging),
  output: z.object({
    vehicles: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        type: z.string(),
        is_active: z.boolean(),
        driver: z.string().nullable(),
        capacity_kg: z.number().nullable(),
        capacity_l: z.number().nullable(),
      }),
    ),
    total: z.number(),
  }),
  async run({ words, limit }, { api }) {
    const { data, total } = await api(listVehicles, { query: { limit } })
    const found = data.filter(({ code, plate }) => has(words, code, plate))
    return {
      text: lines(
        `${count(total, 'vehicle')} in all.`,
        found.map(
          ({ code, type, active, driver_name }) =>
            `${code}, ${type}${active ? '' : ' (inactive)'}${driver_name ? `, ${driver_name}` : ''}`,
        ),
      ),
      data: {
        vehicles: found.map(({ id, code, type, active, driver_name, capacity_kg, capacity_l }) => ({
          id,
          code,
          type,
          is_active: active,
          driver: driver_name,
          capacity_kg,
          capacity_l,
        })),
        total,
      },
    }
  },
})

const slots = tool({
  name: 'find_slots',
  title: 'Find delivery slots',
  description: 'Find time windows that can really be kept for an address, with the price. Nothing is booked.',
  may: 'change_deliveries',
  kind: 'reads',
  input: z.strictObject({
    address: z.string().min(1).max(300),
    first_day: Day.optional(),
    days: z.int().min(1).max(14).optional(),
  }),
  output: z.object({
    slots: z.array(
      z.object({ day: z.string(), start: z.string(), end: z.string(), price: z.number(), added_minutes: z.number() }),
    ),
    currency: z.string(),
  }),
  async run({ address, first_day, days }, { api }) {
    const { data, currency } = await api(findSlots, { body: { delivery_address: address, first_day, days } })
    const found = data.map(({ day, start, end, price, added_minutes }) => ({
      day,
      start,
      end,
      price: toMajor(price, currency),
      added_minutes,
    }))
    return {
      text: found.length
        ? lines(found.map(({ day, start, end, price }) => `${day} ${start}–${end}, ${price} ${currency}`))
        : 'No slot can be kept in these days.',
      data: { slots: found, currency },
    }
  },
})

export const fleetTools = [drivers, vehicles, slots]

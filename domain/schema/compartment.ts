import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { isTemperatureRange, temperatureMessage, temperatures } from './fleet-fields.ts'

const room = (most: number, unit: string) =>
  z
    .number()
    .min(0, 'Room cannot be negative.')
    .max(most, `At most ${most.toLocaleString('en-US')} ${unit}.`)
    .nullable()

/** A part of a vehicle with a temperature of its own, such as its cold box. */
export const Compartment = z
  .strictObject({
    name: text(40).min(1, 'Enter a name, such as Cold.').describe('Unique in the vehicle; readings name it'),
    temperature_min_c: temperatures.temperature_min_c.describe('It never gets colder, in °C'),
    temperature_max_c: temperatures.temperature_max_c.describe('It never gets warmer, in °C'),
    capacity_kg: room(100_000, 'kg').default(null).describe('No limit of its own if empty'),
    capacity_l: room(1_000_000, 'L').default(null).describe('No limit of its own if empty'),
    capacity_units: z
      .int('Enter a whole number.')
      .min(0, 'Room cannot be negative.')
      .max(1_000_000, 'At most 1,000,000 pieces.')
      .nullable()
      .default(null)
      .describe('Pieces; no limit of its own if empty'),
  })
  .refine((each) => each.temperature_min_c !== null || each.temperature_max_c !== null, {
    path: ['temperature_min_c'],
    message: 'Say what it keeps: the coldest, the warmest, or both.',
  })
  .refine(isTemperatureRange, temperatureMessage)
  .meta({ id: 'Compartment' })
export type Compartment = z.infer<typeof Compartment>

export const mostCompartments = 6

/** The compartments of a vehicle, in the order in which goods are put into them. */
export const Compartments = z
  .array(Compartment)
  .max(mostCompartments, `At most ${mostCompartments} compartments.`)
  .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
    message: 'Two compartments have the same name.',
  })
  .describe('Parts with temperatures of their own; then only they count, not temperature_min_c and temperature_max_c')

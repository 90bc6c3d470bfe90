import type { PlannerSettings } from '../problem/settings.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'
import { plannerDelivery, plannerDriver } from './planner.ts'

type Size = { deliveries: number; drivers: number; seed: number }

/** Repeatable: the same seed gives the same day. */
function makeRandom(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const fraction = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  return {
    below: (most: number) => Math.floor(fraction() * most),
    near: (center: number, across: number) => center + (fraction() - 0.5) * across,
    isOneIn: (count: number) => fraction() * count < 1,
  }
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const depots = [
  { id: 'north', name: 'North', location: { lat: -6.12, lng: 106.84 }, opens: '05:00', closes: '23:00' },
  { id: 'south', name: 'South', location: { lat: -6.26, lng: 106.81 }, opens: '00:00', closes: '23:59' },
]

/**
 * A day with some of everything: pickups on the way, returns, exchanges, several windows, cold goods, orders of several
 * steps, two depots, vehicles that reload, breaks, and a night shift.
 */
export function mixedDay({ deliveries, drivers, seed }: Size) {
  const { below, near, isOneIn } = makeRandom(seed)
  const place = () => ({ lat: near(-6.19, 0.16), lng: near(106.83, 0.14) })
  const settings: PlannerSettings = {
    time_zone: 'Asia/Jakarta',
    speed_kmh: 30,
    cost_per_km: 40,
    cost_per_hour: 2000,
    speeds: { motorcycle: 35, bicycle: 15 },
    service_factors: { motorcycle: 0.8 },
    keep_apart: [['paint', 'food']],
    balance: null,
  }
  const orders = Array.from({ length: deliveries }, (_, i): PlannerDelivery => {
    const from = 8 + below(8)
    const kind = i % 11 === 5 ? 'return' : i % 13 === 6 ? 'exchange' : 'delivery'
    const isShipment = kind === 'delivery' && i % 6 === 1
    const hasSteps = i % 20 < 2 && !isShipment
    return plannerDelivery({
      id: `delivery ${i}`,
      location: place(),
      kind,
      weight_kg: 1 + below(20),
      volume_l: 2 + below(40),
      units: 1 + below(3),
      service_minutes: 2 + below(6),
      setup_minutes: isOneIn(5) ? 2 : null,
      priority: isOneIn(8) ? 1 : 2,
      depot_id: isOneIn(3) ? 'south' : 'north',
      ...(kind === 'exchange' && { return_weight_kg: 3, return_volume_l: 5, return_units: 1 }),
      ...(isOneIn(4) && {
        window_start: clock(from),
        window_end: clock(from + 3),
        more_windows: [{ start: clock(from + 5), end: clock(from + 7) }],
      }),
      ...(isOneIn(12) && { ready_time: '10:00' }),
      ...(isOneIn(12) && { temperature_min_c: 2, temperature_max_c: 8 }),
      ...(isOneIn(20) && { tags: [isOneIn(2) ? 'paint' : 'food'] }),
      ...(isOneIn(25) && { worth: 4000 }),
      ...(isShipment && {
        pickup: {
          name: 'Shop',
          address: 'Shop street',
          location: place(),
          location_confidence: 1,
          window_start: isOneIn(2) ? '09:00' : null,
          window_end: null,
          service_minutes: 3,
        },
      }),
      ...(hasSteps && {
        order_reference: `order ${Math.floor(i / 20)}`,
        order_step: (i % 20) + 1,
        depot_id: 'north',
        worth: null,
      }),
    })
  })
  const fleet = Array.from({ length: drivers }, (_, i): PlannerDriver => {
    const isMoto = i % 4 === 3
    const isNight = i % 6 === 4
    const reloads = i % 2 === 0
    return plannerDriver({
      id: `driver ${i + 1}`,
      name: `Driver ${i + 1}`,
      depot: depots[i % 3 === 2 ? 1 : 0]!,
      shift_start: isNight ? '16:00' : '07:00',
      shift_end: isNight ? '26:00' : '18:00',
      start_place: isNight ? { address: 'Home', location: place() } : null,
      ends_anywhere: i % 8 === 7,
      max_stops: isMoto ? 40 : null,
      breaks: reloads
        ? []
        : [
            { earliest: '11:00', latest: '14:00', minutes: 30 },
            { after_driving_minutes: 240, minutes: 15 },
          ],
      vehicle: {
        code: `KA-${i + 1}`,
        type: isMoto ? 'motorcycle' : 'van',
        capacity_kg: isMoto ? 80 : 250,
        capacity_l: isMoto ? 200 : 700,
        capacity_units: null,
        skills: [],
        cost_fixed: 2000,
        max_distance_km: isMoto ? 150 : null,
        temperature_min_c: i % 3 === 0 ? -5 : null,
        temperature_max_c: i % 3 === 0 ? 12 : null,
        reloads,
        reload_minutes: 15,
        max_trips: reloads ? 3 : null,
      },
    })
  })
  return { day: '2026-03-16', settings, deliveries: orders, drivers: fleet }
}

import { estimate, type StopAhead } from '#domain/eta/estimate.ts'
import { learn, type Model } from '#domain/eta/learn.ts'
import type { SaidWidth, Widths } from '#domain/eta/widths.ts'
import { depot, hourAt, plannedService, type Driven } from './fleet.ts'

const sayEverySeconds = 300

/** What is said along a route, every few minutes, with what its own drives so far taught. */
export function sayAlong(
  { driver, day, stops, arrivals, ends, fixes, seen }: Driven,
  learned: Model,
  widths: Widths,
): SaidWidth[] {
  const said: SaidWidth[] = []
  let [model, known] = [learned, 0]
  for (let now = 0; now < arrivals.at(-1)!; now += sayEverySeconds * 1000) {
    const next = ends.findIndex((end) => end > now)
    for (; known < next; known++) {
      model = {
        drive: learn(model.drive, seen.drive[known]!),
        service: learn(model.service, seen.service[known]!),
      }
    }
    const isThere = arrivals[next]! <= now
    const left = next === 0 ? 0 : ends[next - 1]!
    const position = fixes.findLast(({ at }) => at <= now) ?? null
    const ahead = stops.slice(next).map((stop, index): StopAhead => ({
      id: stop.id,
      place: stop,
      isBreak: false,
      leg_seconds: stop.leg,
      service_seconds: plannedService,
      opens_at: null,
      arrived_at: index === 0 && isThere ? arrivals[next]! : null,
    }))
    const from = next === 0 ? depot : stops[next - 1]!
    const route = {
      now,
      driver,
      starts_at: 0,
      hasBegun: true,
      from,
      left_at: left,
      position,
      break_seconds: 0,
      stops: ahead,
    }
    for (const { id, p10, p50, p90, width } of estimate(route, model, hourAt, widths)) {
      const index = stops.findIndex((stop) => stop.id === id)
      if (arrivals[index]! > now) said.push({ said: now, p10, p50, p90, arrived: arrivals[index]!, ...width, day })
    }
  }
  return said
}

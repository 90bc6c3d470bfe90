import type { Plan } from '#domain/schema/plan.ts'
import { doubtWords } from '#web/lib/location-words.ts'

/** At most so many stops are named; the others are counted. */
const named = 3

/** Which stops of a plan have doubtful positions: `2 stops have doubtful positions: #12 (street only), #15 (…).` */
export function doubtSentence({ doubtful_stops: doubtful, routes }: Pick<Plan, 'doubtful_stops' | 'routes'>): string {
  const stops = new Map(routes.flatMap((route) => route.stops.map((stop) => [stop.delivery_id, stop])))
  const names = doubtful.slice(0, named).flatMap(({ delivery_id }) => {
    const stop = stops.get(delivery_id)
    const doubt = stop && doubtWords(stop)
    return stop ? [`#${stop.delivery_number}${doubt ? ` (${doubt.toLowerCase()})` : ''}`] : []
  })
  const others = doubtful.length - names.length
  const list = [...names, ...(others > 0 ? [`${others} more`] : [])]
  const verb =
    doubtful.length === 1 ? '1 stop has a doubtful position' : `${doubtful.length} stops have doubtful positions`
  return `${verb}: ${list.join(', ')}.`
}

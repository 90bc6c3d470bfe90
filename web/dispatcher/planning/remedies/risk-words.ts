import type { Remedy, RouteRisk } from '#domain/schema/plan-risk.ts'
import { countOf, formatDuration } from '#web/lib/format.ts'
import { effectLine } from '../changes/effect-words.ts'
import { countRecipients } from '../publish/recipients.ts'

/** `Late by 25 min`, or what stops the route though nothing is late yet. */
export function riskWords({ reason, late_seconds }: Pick<RouteRisk, 'reason' | 'late_seconds'>): string {
  if (reason === 'driver_inactive') return 'Nobody drives it'
  if (reason === 'vehicle_blocked') return 'Vehicle may not drive'
  return `Late by ${formatDuration(late_seconds)}`
}

const mostNamed = 3

/** `Budi: late by 25 min. Sari: vehicle may not drive. And 2 more.` */
export function risksLine(risks: readonly RouteRisk[]): string {
  const told = risks.slice(0, mostNamed).map((risk) => `${risk.driver_name}: ${lower(riskWords(risk))}.`)
  const more = risks.length - mostNamed
  return [...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

/** What a remedy does: what stays late, how much it moves, what it costs, and who has to be told. */
export function remedyWords({ late_stops_left: left, stops_moved: moved, effect }: Remedy, currency: string): string {
  return [
    left === 0 ? 'All in time' : `${countOf(left, 'stop')} still late`,
    moved > 0 && `moves ${countOf(moved, 'delivery', 'deliveries')}`,
    effect && effectLine(effect, currency),
    effect && effect.promises.length > 0 && `breaks ${countOf(effect.promises.length, 'promise')}`,
    effect && countRecipients(effect.recipients.length).toLowerCase(),
  ]
    .filter(Boolean)
    .join(' · ')
}

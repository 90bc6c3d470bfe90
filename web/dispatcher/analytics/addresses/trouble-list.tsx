import { ArrowRight } from 'lucide-react'
import { troublePartNames, troubleParts } from '#domain/figures/trouble.ts'
import type { TroublePlace } from '#domain/schema/trouble.ts'
import { countOf, formatDuration, formatPercent } from '#web/lib/format.ts'
import { Link } from '#web/ui/link.tsx'
import { FigureLink } from '../figure-link.tsx'
import { partWords, reasonWords, serviceWords, stepsFor } from './trouble-words.ts'

type TroubleListProps = { places: readonly TroublePlace[]; all: number }

/** Addresses by the trouble that they make, each with its parts and what to do next. */
export function TroubleList({ places, all }: TroubleListProps) {
  const most = places[0]?.trouble_seconds ?? 0
  return (
    <ol aria-label="Addresses by trouble" className="divide-y">
      {places.map((place) => (
        <li key={place.id} className="grid gap-x-8 gap-y-3 px-4 py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_15rem]">
          <Which place={place} most={most} all={all} />
          <Parts place={place} />
          <Steps place={place} />
        </li>
      ))}
    </ol>
  )
}

function Which({ place, most, all }: { place: TroublePlace; most: number; all: number }) {
  const { label, address, attempts, trouble_seconds: seconds } = place
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="min-w-0 font-medium wrap-anywhere">{label ?? address}</h3>
        <span className="font-semibold whitespace-nowrap tabular-nums">{formatDuration(seconds)}</span>
      </div>
      <div className="flex justify-between gap-3 text-[0.8125rem] text-ink-muted">
        <span className="min-w-0 wrap-anywhere">
          {label && <span className="block">{address}</span>}
          <FigureLink
            behind={{ show: 'all', place: place.id }}
            label={`${countOf(attempts, 'attempt')}, ${label ?? address}: show them`}
          >
            {countOf(attempts, 'attempt')}
          </FigureLink>
        </span>
        <span className="whitespace-nowrap tabular-nums">{formatPercent(all ? seconds / all : 0)} of all</span>
      </div>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-pressed">
        <span
          className="block h-full rounded-full bg-brand"
          style={{ width: `${most ? (100 * seconds) / most : 0}%` }}
        />
      </span>
    </div>
  )
}

/** What the trouble is made of. Each part opens its deliveries. */
function Parts({ place }: { place: TroublePlace }) {
  const service = serviceWords(place)
  return (
    <ul aria-label="Where it comes from" className="grid content-start gap-1 text-[0.8125rem]">
      {troublePartNames.map((name) => {
        const { count, seconds } = place.parts[name]
        if (seconds === 0) return null
        const words = partWords[name](count)
        return (
          <li key={name}>
            <div className="flex items-baseline justify-between gap-3">
              <FigureLink
                behind={{ show: troubleParts[name].show, place: place.id }}
                label={`${words}, ${place.label ?? place.address}: show the deliveries`}
              >
                {words.charAt(0).toUpperCase() + words.slice(1)}
              </FigureLink>
              <span className="whitespace-nowrap tabular-nums">{formatDuration(seconds)}</span>
            </div>
            {name === 'failed' && <p className="text-ink-muted">{reasonWords(place)}</p>}
            {name === 'service' && service && <p className="text-ink-muted">{service}</p>}
          </li>
        )
      })}
    </ul>
  )
}

function Steps({ place }: { place: TroublePlace }) {
  const steps = stepsFor(place)
  if (!steps.length) return null
  return (
    <ul aria-label="What to do next" className="grid content-start gap-1.5 text-[0.8125rem]">
      {steps.map(({ kind, label, why, to }) => (
        <li key={kind}>
          <Link to={to} className="inline-flex items-center gap-1">
            {label}
            <ArrowRight aria-hidden="true" className="size-3.5 shrink-0" />
          </Link>
          <p className="text-ink-muted">{why}</p>
        </li>
      ))}
    </ul>
  )
}

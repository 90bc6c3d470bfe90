import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Check, X } from 'lucide-react'
import type { LearnedPlace } from '#domain/schema/learned-place.ts'
import { dayOf } from '#domain/time.ts'
import { countOf, formatDateTime, formatDayBriefly } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LearnedMap } from './learned-map.tsx'
import { sightingsQuery } from './learned-queries.ts'
import {
  flagWords,
  learnedWords,
  metersFromBook,
  seenWords,
  sightingWords,
  spreadWords,
  stateWords,
  valueWords,
} from './learned-words.ts'
import { useDecide } from './use-decide.ts'

type LearnedDetailsProps = {
  learned: LearnedPlace
  onDecided: () => void
  /** Back to the list, where there is no room for both. */
  onBack: (() => void) | undefined
}

/** Something learned, with the visits behind it, and what to do with it. */
export function LearnedDetails({ learned, onDecided, onBack }: LearnedDetailsProps) {
  const { workspace } = useMe()
  const today = dayOf(new Date(), workspace.time_zone)
  const sightings = useQuery(sightingsQuery(learned.id)).data?.data ?? []
  const { kind, address, label, flags, state } = learned
  return (
    <div className="grid min-h-0 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      {learned.location && <LearnedMap learned={learned} sightings={sightings} />}
      <section
        aria-label={`${learnedWords[kind]}, ${address}`}
        className="flex min-h-0 flex-col gap-4 overflow-y-auto rounded-xl border bg-surface p-4 shadow-card max-lg:order-first"
      >
        {onBack && (
          <Button
            size="small"
            className="self-start"
            icon={<ArrowLeft aria-hidden="true" className="size-3.5" />}
            onPress={onBack}
          >
            All
          </Button>
        )}
        <div>
          <h2 className="font-semibold">{learnedWords[kind]}</h2>
          <p className="wrap-anywhere">
            {label && <span className="font-medium">{label}, </span>}
            {address}
          </p>
        </div>
        {flags.map((flag) => (
          <Banner key={flag} tone="warning">
            {flagWords[flag]}
          </Banner>
        ))}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem]">
          <Fact term="Learned">{valueWords(learned, metersFromBook(learned))}</Fact>
          <Fact term="Seen">{seenWords(learned)}</Fact>
          <Fact term="Half within">{spreadWords(learned)}</Fact>
          <Fact term="Last">{formatDateTime(learned.last_at, workspace.time_zone)}</Fact>
          <Fact term="State">{stateWords[state]}</Fact>
          {learned.decided_by_name && learned.decided_at && (
            <Fact term="Decided">
              {learned.decided_by_name}, {formatDateTime(learned.decided_at, workspace.time_zone)}
            </Fact>
          )}
        </dl>
        <Decisions learned={learned} onDecided={onDecided} />
        {sightings.length > 0 && (
          <div>
            <h3 className="pb-1 text-[0.8125rem] font-medium">{countOf(sightings.length, 'visit')}</h3>
            <ul className="grid gap-0.5 text-[0.8125rem] text-ink-muted">
              {sightings.map(({ day, by, minutes, accuracy_m }, index) => (
                <li key={index} className="flex justify-between gap-3">
                  <span className="whitespace-nowrap">{formatDayBriefly(day, today.slice(0, 4))}</span>
                  <span className="text-right">
                    {minutes === null
                      ? `${sightingWords[by]}${accuracy_m === null ? '' : `, ± ${Math.round(accuracy_m)} m`}`
                      : `${Math.round(minutes * 10) / 10} min`}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
    </div>
  )
}

const Fact = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <>
    <dt className="text-ink-muted">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
)

function Decisions({ learned, onDecided }: { learned: LearnedPlace; onDecided: () => void }) {
  const mayChange = useMay('change_deliveries')
  const { decide, isPending } = useDecide(learned, onDecided)
  if (!mayChange) return <NotOffered action="change_deliveries" doing="change the address book" />
  if (learned.decision) {
    return (
      <Button isPending={isPending} onPress={() => decide(null)}>
        Take the decision back
      </Button>
    )
  }
  if (learned.state === 'known') return null
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button
        variant="primary"
        icon={<Check aria-hidden="true" className="size-4" />}
        isPending={isPending}
        onPress={() => decide('accepted')}
      >
        Accept
      </Button>
      <Button
        icon={<X aria-hidden="true" className="size-4" />}
        isDisabled={isPending}
        onPress={() => decide('refused')}
      >
        Refuse
      </Button>
    </div>
  )
}

import type { LearnedPlace } from '#domain/schema/learned-place.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { learnedWords, metersFromBook, seenWords, stateWords, valueWords } from './learned-words.ts'

type LearnedListProps = {
  places: readonly LearnedPlace[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/** What was learned, by address. */
export function LearnedList({ places, selectedId, onSelect }: LearnedListProps) {
  return (
    <ol
      aria-label="What was learned, by address"
      className="max-h-full min-h-0 self-start overflow-y-auto rounded-xl border bg-surface shadow-card"
    >
      {places.map((each) => (
        <li key={each.id} className="border-t border-line/70 first:border-t-0">
          <button
            type="button"
            aria-current={each.id === selectedId}
            onClick={() => onSelect(each.id)}
            className={cx(
              'focus-ring grid w-full cursor-pointer gap-0.5 px-3.5 py-2.5 text-left -outline-offset-2',
              each.id === selectedId ? 'bg-brand-soft' : 'hover:bg-hover',
            )}
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="font-medium">{learnedWords[each.kind]}</span>
              <span className="ml-auto flex gap-1.5">
                {each.flags.length > 0 && <Badge tone="warning">Suspicious</Badge>}
                {each.state !== 'suggested' && <Badge>{stateWords[each.state]}</Badge>}
              </span>
            </span>
            <span className="line-clamp-2 wrap-anywhere">
              {each.label && <span className="font-medium">{each.label}, </span>}
              {each.address}
            </span>
            <span className="text-[0.8125rem] text-ink-muted">
              {valueWords(each, metersFromBook(each))} · {seenWords(each)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

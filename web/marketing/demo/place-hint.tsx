import { formatPosition } from './coordinates.ts'
import { isBlank, type FormStop } from './stop-list.ts'
import { closestSample, type Suggestion } from './suggestions.ts'

type PlaceHintProps = {
  id: string
  label: string
  stop: FormStop
  onPlace: () => void
  onChoose: (suggestion: Suggestion) => void
}

/** Shows an address's position or how to set it. It never guesses: it only offers the closest sample. */
export function PlaceHint({ id, label, stop, onPlace, onChoose }: PlaceHintProps) {
  const isLost = !stop.position && !isBlank(stop)
  const offer = isLost ? closestSample(stop.address) : undefined
  return (
    <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-muted">
      <span id={id} className="tabular-nums empty:hidden">
        {whereIs(stop)}
      </span>
      <HintButton name={`${stop.position ? 'Move' : 'Place'} the pin for ${label}`} onPress={onPlace}>
        {stop.position ? 'Move the pin' : 'Place the pin'}
      </HintButton>
      {offer && (
        <HintButton name={`Use ${offer.name} for ${label}`} onPress={() => onChoose(offer)}>
          {`Is it ${offer.name}?`}
        </HintButton>
      )}
    </p>
  )
}

function whereIs(stop: FormStop): string {
  if (!stop.position) return isBlank(stop) ? '' : 'Not one of our sample locations.'
  return `${stop.isPinned ? 'Pin at' : 'At'} ${formatPosition(stop.position)}`
}

function HintButton({ name, onPress, children }: { name: string; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onPress}
      className="focus-ring min-h-6 rounded-sm font-medium text-brand-ink underline-offset-3 hovered:underline"
    >
      {children}
    </button>
  )
}

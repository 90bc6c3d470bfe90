import type { Leftovers } from '#domain/schema/leftover.ts'
import { countOf } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { choose, groupsOf, isChosen, type Choice } from './leftover-choice.ts'

type LeftoverListProps = {
  left: Leftovers
  choice: Choice
  isDayOver: boolean
  onChoice: (choice: Choice) => void
}

/** What would move, to be chosen in groups or one by one, and what stays with the reason. */
export function LeftoverList({ left, choice, isDayOver, onChoice }: LeftoverListProps) {
  const { staying } = left
  const groups = groupsOf(left)
  if (groups.length === 0 && staying.length === 0) {
    return <p className="text-ink-muted">Nothing is left: everything of the day was delivered.</p>
  }
  return (
    <div className="grid gap-4">
      {groups.map(({ kind, title, moving }) => {
        const chosen = moving.filter((each) => isChosen(each, choice, isDayOver))
        return (
          <section key={kind} aria-label={title} className="rounded-xl border">
            <Checkbox
              isSelected={chosen.length > 0}
              isIndeterminate={chosen.length > 0 && chosen.length < moving.length}
              onChange={(isOn) => onChoice(choose(choice, moving, isOn))}
              className="w-full border-b px-3 py-2.5 font-semibold"
            >
              {title} ({moving.length})
            </Checkbox>
            <ul className="max-h-56 divide-y overflow-y-auto">
              {moving.map((each) => (
                <li key={each.delivery_id}>
                  <Checkbox
                    isSelected={isChosen(each, choice, isDayOver)}
                    onChange={(isOn) => onChoice(choose(choice, [each], isOn))}
                    className="w-full px-3 py-2 data-hovered:bg-hover"
                  >
                    <Line {...each} />
                  </Checkbox>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {staying.length > 0 && (
        <Fold title={`${countOf(staying.length, 'delivery stays', 'deliveries stay')}`}>
          <ul className="max-h-56 divide-y overflow-y-auto">
            {staying.map((each) => (
              <li key={each.delivery_id} className="py-2">
                <Line {...each} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </div>
  )
}

type LineProps = Pick<
  Leftovers['staying'][number],
  'delivery_number' | 'recipient_name' | 'delivery_address' | 'reason'
>

const Line = ({ delivery_number, recipient_name, delivery_address, reason }: LineProps) => (
  <span className="block min-w-0">
    <span className="block wrap-anywhere">
      #{delivery_number} {recipient_name ?? delivery_address}
    </span>
    <span className="block text-[0.8125rem] text-ink-muted">{reason}</span>
  </span>
)

import type { WhyFix } from '#domain/schema/plan-why.ts'
import { withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { effectLine } from '../changes/effect-words.ts'

type FixListProps = { fixes: readonly WhyFix[]; number: number; title: string }

/** What would help, as buttons. Pressing one shows what it does before it is done. */
export function FixList({ fixes, number, title }: FixListProps) {
  const { currency } = useMe().workspace
  const { isOn, isMaking, propose } = useEditor()
  if (fixes.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3 className="text-[0.8125rem] font-medium">{title}</h3>
      <ul className="grid gap-2">
        {fixes.map((fix) => {
          const label = withTimes(fix.label)
          const cost = effectLine(fix.effect, currency)
          return (
            <li key={`${fix.label} ${fix.detail}`} className="grid gap-1">
              <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <Button
                  size="small"
                  isDisabled={!isOn || isMaking}
                  className="h-auto min-h-7 py-1 text-left whitespace-normal"
                  onPress={() => propose({ title: `${label} (#${number})`, verb: 'Do it', changes: fix.changes })}
                >
                  {label}
                </Button>
                <span className="text-[0.8125rem] text-ink-muted">
                  {[withTimes(fix.detail), cost].filter(Boolean).join(': ')}
                </span>
              </span>
              {fix.warnings.length > 1 && (
                <span className="text-xs text-ink-muted">{fix.warnings.map(withTimes).join(' ')}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

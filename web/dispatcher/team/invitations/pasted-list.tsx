import { useRef } from 'react'
import type { Pasted } from '#domain/invitations/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

type PastedListProps = {
  text: string
  onChange: (text: string) => void
  entries: Pasted[]
  repeated: number
  errorMessage: string | undefined
  isDisabled: boolean
}

/** As many problems as somebody looks at. */
const shownProblems = 5
const count = (many: number) => many.toLocaleString('en-US')

/** A box to paste addresses into, and what was found in it. */
export function PastedList({ text, onChange, entries, repeated, errorMessage, isDisabled }: PastedListProps) {
  const box = useRef<HTMLDivElement>(null)
  const wrong = entries.filter(({ email }) => email === null)
  const right = entries.length - wrong.length
  const show = (problem: string) => {
    const area = box.current?.querySelector('textarea')
    const start = area?.value.indexOf(problem) ?? -1
    if (!area || start < 0) return
    area.focus()
    area.setSelectionRange(start, start + problem.length)
  }
  const leaveOut = () => onChange(entries.flatMap((entry) => (entry.email === null ? [] : [entry.text])).join('\n'))
  return (
    <div ref={box} className="flex flex-col gap-3">
      <TextArea
        label="Email addresses"
        description="One or many, as they come: in lines, with commas, or pasted from a table or a mail."
        placeholder={'maya@example.com\nBudi Santoso <budi@example.com>'}
        rows={5}
        autoFocus
        value={text}
        onChange={onChange}
        isDisabled={isDisabled}
        errorMessage={errorMessage}
      />
      {entries.length > 0 && (
        <p aria-live="polite" className="text-[0.8125rem] text-ink-muted tabular-nums">
          {right === 1 ? '1 address' : `${count(right)} addresses`}
          {repeated > 0 && `, ${count(repeated)} repeated`}
          {wrong.length > 0 && (
            <span className="text-danger-ink">
              , {wrong.length === 1 ? '1 not an address' : `${count(wrong.length)} not addresses`}
            </span>
          )}
        </p>
      )}
      {wrong.length > 0 && (
        <div className="rounded-lg border bg-sunken p-3">
          <ul className="grid gap-1.5">
            {wrong.slice(0, shownProblems).map(({ text: problem }) => (
              <li key={problem} className="flex items-center gap-3">
                <span className="min-w-0 flex-1 truncate font-mono text-[0.8125rem]">{problem}</span>
                <Button size="small" isDisabled={isDisabled} onPress={() => show(problem)}>
                  Fix
                </Button>
              </li>
            ))}
          </ul>
          {wrong.length > shownProblems && (
            <p className="mt-1.5 text-[0.8125rem] text-ink-muted">and {count(wrong.length - shownProblems)} more</p>
          )}
          <Button size="small" className="mt-3" isDisabled={isDisabled} onPress={leaveOut}>
            {wrong.length === 1 ? 'Leave it out' : `Leave out all ${count(wrong.length)}`}
          </Button>
        </div>
      )}
    </div>
  )
}

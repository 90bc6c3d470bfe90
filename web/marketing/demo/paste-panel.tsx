import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import type { PasteProblem } from './paste-list.ts'
import { shortened } from './stop-list.ts'

type PastePanelProps = {
  /** Adds what it can. Returns how many stops it added and the lines it couldn't use. */
  onPaste: (text: string) => { added: number; problems: PasteProblem[] }
}

/** Nobody reads a longer list of problems. All the lines stay in the box anyway. */
const mostShown = 8

/** Imports a pasted list of stops. Lines that fail stay in the box to be fixed. */
export function PastePanel({ onPaste }: PastePanelProps) {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<{ added: number; problems: PasteProblem[] }>()
  const add = () => {
    const next = onPaste(text)
    setText(next.problems.map((problem) => problem.text).join('\n'))
    setOutcome(next)
  }
  return (
    <details className="rounded-xl border">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3.5 text-sm font-medium">
        <ClipboardPaste aria-hidden="true" className="size-4 text-ink-muted" />
        Paste a list
      </summary>
      <div className="grid gap-3 px-3.5 pb-3.5 text-sm">
        <label htmlFor="pasted-stops" className="text-ink-muted">
          One stop per line: an address, an address with latitude and longitude, or just the coordinates. Separate them
          with commas, semicolons or tabs.
        </label>
        <span className="field-box">
          <textarea
            id="pasted-stops"
            rows={5}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={'Jl. Kemang Raya 10, -6.26030, 106.81370\n-6.19440, 106.82290'}
            className="w-full min-w-0 resize-y bg-transparent px-3 py-2 outline-none placeholder:text-ink-faint"
          />
        </span>
        <PlainButton className="justify-self-start" disabled={text.trim() === ''} onClick={add}>
          Add these stops
        </PlainButton>
        <div role="status">{outcome && <PasteOutcome {...outcome} />}</div>
      </div>
    </details>
  )
}

function PasteOutcome({ added, problems }: { added: number; problems: PasteProblem[] }) {
  const hidden = problems.length - mostShown
  return (
    <>
      <p className="font-medium">{added === 1 ? '1 stop added.' : `${added} stops added.`}</p>
      {problems.length > 0 && (
        <>
          <p className="mt-1 text-danger-ink">
            {problems.length === 1 ? '1 line was not added and is' : `${problems.length} lines were not added and are`}{' '}
            still in the box:
          </p>
          <ul className="mt-1 grid gap-1 text-ink-muted">
            {problems.slice(0, mostShown).map((problem) => (
              <li key={problem.line} className="break-words">
                Line {problem.line}, “{shortened(problem.text, 40)}”: {problem.message}
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className="mt-1 text-ink-muted">and {hidden} more</p>}
        </>
      )}
    </>
  )
}

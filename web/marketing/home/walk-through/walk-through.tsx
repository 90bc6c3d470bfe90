import { X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { chapters } from './chapters.tsx'

/** See How It Works: three small interactive scenes for planning, tracking and proving. */
export default function WalkThrough({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const [position, setPosition] = useState(0)
  const { title, text, Scene } = chapters[position]!
  const next = chapters[position + 1]

  useEffect(() => ref.current!.showModal(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && next) setPosition(position + 1)
    if (event.key === 'ArrowLeft' && position > 0) setPosition(position - 1)
  }
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === event.currentTarget && ref.current!.close()}
      aria-labelledby="walk-through-title"
      className="m-auto w-[min(46rem,calc(100vw-1.5rem))] overflow-hidden rounded-2xl bg-raised p-0 text-ink shadow-raised backdrop:bg-scrim"
    >
      <div className="flex max-h-[calc(100dvh-1.5rem)] flex-col">
        <div className="flex items-center justify-between gap-4 border-b px-5 py-3">
          <ol className="flex gap-1.5 text-sm">
            {chapters.map((chapter, index) => (
              <li key={chapter.name}>
                <button
                  type="button"
                  aria-current={index === position ? 'step' : undefined}
                  onClick={() => setPosition(index)}
                  className="rounded-full px-3.5 py-1.5 font-medium text-ink-muted hover:bg-hover aria-[current=step]:bg-brand-soft aria-[current=step]:text-brand-ink pointer-coarse:py-2.5"
                >
                  {index + 1}. {chapter.name}
                </button>
              </li>
            ))}
          </ol>
          <button
            type="button"
            aria-label="Close"
            onClick={() => ref.current!.close()}
            className={cx(buttonStyle('quiet', 'medium', true), '-mr-2')}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6">
          <h2 id="walk-through-title" className="text-xl font-semibold tracking-tight">
            {title}
          </h2>
          <p className="mt-1.5 text-ink-muted sm:min-h-[3.5rem]">{text}</p>
          <div className="mt-4">
            <Scene key={position} />
          </div>
        </div>
        <div className="flex items-center justify-between gap-3 border-t px-5 py-3.5">
          <PlainButton variant="quiet" disabled={position === 0} onClick={() => setPosition(position - 1)}>
            Back
          </PlainButton>
          {next ? (
            <PlainButton variant="primary" onClick={() => setPosition(position + 1)}>
              Next: {next.name.toLowerCase()}
            </PlainButton>
          ) : (
            <TrialLink />
          )}
        </div>
      </div>
    </dialog>
  )
}

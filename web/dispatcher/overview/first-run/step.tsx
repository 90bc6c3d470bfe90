import { Check, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { StepState } from './progress.ts'

type StepProps = { number: number; state: StepState; title: string; text: ReactNode; children?: ReactNode }

const words: Record<StepState, string> = { done: 'Done', next: 'Next', later: 'Later' }

/** One step: what it is for, whether it is done, and how to do it. */
export function Step({ number, state, title, text, children }: StepProps) {
  return (
    <li
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 px-4 py-4"
      aria-current={state === 'next' ? 'step' : undefined}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-7 place-items-center rounded-full text-[0.8125rem] font-semibold tabular-nums',
          state === 'done' && 'bg-success-soft text-success-ink',
          state === 'next' && 'bg-brand text-on-brand',
          state === 'later' && 'bg-pressed text-ink-muted',
        )}
      >
        {state === 'done' ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className="pt-0.5 font-semibold tracking-tight">
          {title}
          <span className="sr-only"> ({words[state]})</span>
        </h3>
        <div className="mt-0.5 text-ink-muted">{text}</div>
        {children && <div className="mt-3">{children}</div>}
      </div>
    </li>
  )
}

type PartProps = { title: string; text: string; isDone: boolean; children?: ReactNode }

/** One part of a step, such as the drivers of the fleet. */
export function Part({ title, text, isDone, children }: PartProps) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2.5">
      <span className="flex min-w-0 flex-1 basis-56 items-start gap-2">
        <Icon
          aria-hidden="true"
          className={cx('mt-0.5 size-4 shrink-0', isDone ? 'text-success-ink' : 'text-ink-faint')}
        />
        <span className="min-w-0">
          <span className="font-medium">{title}</span>
          <span className="block text-[0.8125rem] text-ink-muted">{text}</span>
        </span>
      </span>
      <span className="flex flex-wrap gap-2">{children}</span>
    </li>
  )
}

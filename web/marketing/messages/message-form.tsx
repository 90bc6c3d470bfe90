import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { MessageForm as Form } from './use-message-form.ts'
import { focusProblem } from './form-values.ts'

type MessageFormProps = {
  form: Form
  /** Names the form for screen readers. */
  label: string
  submitLabel: string
  /** The confirmation. */
  sent: { title: string; text: string }
  /** Shown next to the button, before and after something was sent. */
  note: { before: ReactNode; after: ReactNode }
  children: ReactNode
}

/** The frame of a message form: fields, errors, the button, and the confirmation that replaces them. */
export function MessageForm({ form, label, submitLabel, sent, note, children }: MessageFormProps) {
  const { ref, status, wasSent, onFocus, onInput, onSubmit } = form
  const isAlive = useHydrated()
  const buttonRef = useFocusAfter(form)
  const isFailed = status.is === 'failed' && status.sentence !== ''
  return (
    <div className="relative">
      <form
        ref={ref}
        noValidate
        aria-label={label}
        onFocus={onFocus}
        onInput={onInput}
        onSubmit={onSubmit}
        className={cx(status.is === 'sent' && 'invisible')}
      >
        <noscript>
          <p className="mb-5 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning-ink">
            This form needs JavaScript, because your browser solves a small puzzle that keeps bots out. Please enable it
            to write to us.
          </p>
        </noscript>
        <fieldset disabled={status.is === 'sending'} className="grid min-w-0 gap-5 disabled:opacity-60">
          {children}
          <Trap />
        </fieldset>
        <div role="alert">
          {isFailed && (
            <p className="mt-5 flex gap-2.5 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger-ink">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {status.sentence}
            </p>
          )}
        </div>
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          <PlainButton
            ref={buttonRef}
            type="submit"
            variant="primary"
            size="large"
            disabled={!isAlive}
            isPending={status.is === 'sending'}
            className="disabled:opacity-100 max-sm:w-full noscript:opacity-50"
          >
            {status.is === 'sending' ? 'Sending...' : isFailed ? 'Try Again' : submitLabel}
          </PlainButton>
          <p className="min-w-0 flex-1 basis-52 text-sm text-pretty text-ink-muted">
            {wasSent ? note.after : note.before}
          </p>
        </div>
      </form>
      <div role="status" className={cx('absolute inset-0 grid place-items-center', status.is !== 'sent' && 'hidden')}>
        {status.is === 'sent' && (
          <div className="text-center">
            <CircleCheck aria-hidden="true" className="mx-auto size-12 text-brand-ink" strokeWidth={1.5} />
            <p className="mt-4 text-2xl font-semibold tracking-tight">{sent.title}</p>
            <p className="mt-2 text-ink-muted">{sent.text}</p>
          </div>
        )}
      </div>
    </div>
  )
}

/** A honeypot: people can’t see or reach this field, but bots that fill in everything give themselves away. */
function Trap() {
  return (
    <div aria-hidden="true" className="absolute size-px overflow-hidden opacity-0">
      <label>
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** The button is disabled while sending and loses focus. On failure, focus goes to the wrong field or back to it. */
function useFocusAfter({ ref, status, problems }: Form) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  const before = useRef(status.is)
  useEffect(() => {
    const wasSending = before.current === 'sending'
    before.current = status.is
    if (!wasSending || status.is !== 'failed') return
    if (Object.keys(problems).length) focusProblem(ref.current!, problems)
    else buttonRef.current?.focus()
  }, [ref, status.is, problems])
  return buttonRef
}

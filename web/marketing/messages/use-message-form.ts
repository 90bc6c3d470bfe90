import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { newIdempotencyKey } from '#web/lib/call.ts'
import { forgetDraft, keepDraft, readDraft, type Values } from './draft.ts'
import { failureOf, unreachable, type Failure } from './failure.ts'
import { fillIn, findProblems, focusProblem, readValues, type Problems } from './form-values.ts'
import type * as SenderModule from './send.ts'

/** How long the confirmation stands before the form returns. */
const confirmationMs = 3000

type Status = { is: 'ready' | 'sending' | 'sent' } | ({ is: 'failed' } & Failure)

type Sender = typeof SenderModule

export type MessageForm = {
  ref: RefObject<HTMLFormElement | null>
  status: Status
  problems: Problems
  /** Whether something was sent since the page was opened. */
  wasSent: boolean
  onFocus: () => void
  onInput: () => void
  onSubmit: (event: FormEvent) => void
}

type Options = {
  /** Under which name the tab keeps what was typed. */
  draft: string
  send: (sender: Sender, values: Values, idempotencyKey: string) => Promise<void>
  /** After the confirmation, when the form is empty again. */
  onReturn?: () => void
}

/**
 * A form that is sent to the server: it keeps what was typed until that has been accepted, sends once however often it
 * is submitted, then confirms for a moment and returns empty. Its fields belong to the browser, not to React, so that
 * what is typed before the page comes alive counts.
 */
export function useMessageForm({ draft, send, onReturn }: Options): MessageForm {
  const ref = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const isBusy = useRef(false)
  const [status, setStatus] = useState<Status>({ is: 'ready' })
  const [wasSent, setWasSent] = useState(false)

  // Before the button lets itself be pressed, which it does at once when the page comes alive.
  useLayoutEffect(() => {
    const kept = readDraft(draft)
    key.current = kept?.key ?? newIdempotencyKey()
    if (kept) fillIn(ref.current!, kept.values)
  }, [draft])

  const giveBack = useEffectEvent(() => {
    ref.current!.reset()
    setStatus({ is: 'ready' })
    setWasSent(true)
    onReturn?.()
  })
  useEffect(() => {
    if (status.is !== 'sent') return
    const timer = setTimeout(giveBack, confirmationMs)
    return () => clearTimeout(timer)
  }, [status.is])

  const onInput = () => {
    const values = readValues(ref.current!)
    keepDraft(draft, { values, key: key.current })
    setStatus((now) => (now.is === 'failed' ? { ...now, problems: stillWrong(now.problems, ref.current!) } : now))
  }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy.current || status.is === 'sent') return
    const form = ref.current!
    const problems = findProblems(form)
    if (Object.keys(problems).length) {
      setStatus({ is: 'failed', sentence: '', problems })
      return focusProblem(form, problems)
    }
    isBusy.current = true
    const values = readValues(form)
    keepDraft(draft, { values, key: key.current })
    setStatus({ is: 'sending' })
    const failure = await attempt((sender) => send(sender, values, key.current))
    isBusy.current = false
    if (failure) return setStatus({ is: 'failed', ...failure })
    forgetDraft(draft)
    key.current = newIdempotencyKey()
    setStatus({ is: 'sent' })
  }

  return {
    ref,
    status,
    problems: status.is === 'failed' ? status.problems : {},
    wasSent,
    onFocus: () => void loadSender().catch(() => {}),
    onInput,
    onSubmit: (event) => void onSubmit(event),
  }
}

/** What checks and sends is fetched when a form is first used: readers of the page need not carry it. */
const loadSender = () => import('./send.ts')

async function attempt(send: (sender: Sender) => Promise<void>): Promise<Failure | undefined> {
  const sender = await loadSender().catch(() => undefined)
  if (!sender) return unreachable
  try {
    await send(sender)
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/** A field that was changed is no longer called wrong until it is sent again. */
function stillWrong(problems: Problems, form: HTMLFormElement): Problems {
  const changed = form.ownerDocument.activeElement?.getAttribute('name') ?? ''
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== changed))
}

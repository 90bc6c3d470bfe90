import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { newIdempotencyKey } from '#web/lib/call.ts'
import { forgetDraft, keepDraft, readDraft, type Values } from './draft.ts'
import { failureOf, unreachable, type Failure } from './failure.ts'
import { fillIn, findProblems, focusProblem, readValues, type Problems } from './form-values.ts'
import type * as SenderModule from './send.ts'

/** How long the confirmation stays before the form comes back. */
const confirmationMs = 3000

type Status = { is: 'ready' | 'sending' | 'sent' } | ({ is: 'failed' } & Failure)

type Sender = typeof SenderModule

export type MessageForm = {
  ref: RefObject<HTMLFormElement | null>
  status: Status
  problems: Problems
  /** Whether something has been sent since the page was opened. */
  wasSent: boolean
  onFocus: () => void
  onInput: () => void
  onSubmit: (event: FormEvent) => void
}

type Options = {
  /** The name under which the tab keeps the draft. */
  draft: string
  /** What is known already, by field. A kept draft comes first. */
  filled?: Values
  send: (sender: Sender, values: Values, idempotencyKey: string) => Promise<void>
  /** Called after the confirmation, once the form is empty again. */
  onReturn?: () => void
}

/**
 * A form that is sent to the server. It keeps a draft until the server accepts it, sends only once no matter how often
 * it is submitted, shows a confirmation and then comes back empty. Its fields are uncontrolled, so text typed before
 * hydration counts.
 */
export function useMessageForm({ draft, filled, send, onReturn }: Options): MessageForm {
  const ref = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const isBusy = useRef(false)
  const [status, setStatus] = useState<Status>({ is: 'ready' })
  const [wasSent, setWasSent] = useState(false)

  const fillWith = useEffectEvent((kept: Values | undefined) => fillIn(ref.current!, { ...filled, ...kept }))

  // Must run before the button is enabled, which happens right at hydration.
  useLayoutEffect(() => {
    const kept = readDraft(draft)
    key.current = kept?.key ?? newIdempotencyKey()
    fillWith(kept?.values)
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

/** Loaded when a form is first used, so people who only read the page don’t download it. */
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

/** Clears the problem of the field being edited until the next submit. */
function stillWrong(problems: Problems, form: HTMLFormElement): Problems {
  const changed = form.ownerDocument.activeElement?.getAttribute('name') ?? ''
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== changed))
}

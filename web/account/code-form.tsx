import { useEffect, useRef, useState, type FormEvent } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'

const digits = 6

type CodeFormProps = {
  label: string
  hint?: string
  submit?: string
  /** Resolves to the sentence to show if the code is refused. */
  onCode: (code: string) => Promise<string | undefined>
  isDisabled?: boolean
}

/** Six digits from an email, a text or an app. They are sent as soon as all are typed or pasted. */
export function CodeForm({ label, hint, submit = 'Continue', onCode, isDisabled = false }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  const check = async (complete: string) => {
    if (isBusy || isDisabled) return
    if (complete.length < digits) return setProblem(`The code has ${digits} digits.`)
    setBusy(true)
    setFailure(undefined)
    const refused = await onCode(complete)
    setBusy(false)
    setFailure(refused)
  }
  useEffect(() => {
    if (failure) form.current?.querySelector('input')?.select()
  }, [failure])
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void check(code)
      }}
    >
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <PlainField
        label={label}
        hint={hint}
        problem={problem}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        readOnly={isBusy}
        value={code}
        look="h-12 text-center font-mono text-xl tracking-[0.4em] tabular-nums"
        onChange={(event) => {
          const typed = event.target.value.replace(/\D/g, '').slice(0, digits)
          setCode(typed)
          setProblem(undefined)
          if (typed.length === digits && typed !== code) void check(typed)
        }}
      />
      <PlainButton type="submit" variant="primary" size="large" isPending={isBusy} disabled={isDisabled}>
        {submit}
      </PlainButton>
    </form>
  )
}

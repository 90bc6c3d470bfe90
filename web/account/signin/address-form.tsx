import { useState, type FormEvent } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { emailProblem } from '../credentials.ts'

type AddressFormProps = {
  submit: string
  initial?: string
  failure?: string
  isBusy: boolean
  onSubmit: (email: string) => void
  hasFocus?: boolean
}

/** Asks for an email address. The field is uncontrolled, so that text typed before hydration is kept. */
export function AddressForm({ submit, initial, failure, isBusy, onSubmit, hasFocus = true }: AddressFormProps) {
  const [problem, setProblem] = useState<string>()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    const found = emailProblem(email)
    setProblem(found)
    if (!found) onSubmit(email)
  }
  return (
    <form onSubmit={send} onInput={() => setProblem(undefined)} noValidate className="flex flex-col gap-4">
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <PlainField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        autoFocus={hasFocus}
        defaultValue={initial}
        problem={problem}
      />
      <PlainButton type="submit" variant="primary" size="large" isPending={isBusy}>
        {submit}
      </PlainButton>
    </form>
  )
}

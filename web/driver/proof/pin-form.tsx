import { useState, type SubmitEvent } from 'react'
import { Field, Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'

/** The code that the recipient was sent. It is checked on the phone; each try is kept. */
export function PinForm({ own, take }: ProofFormProps) {
  const { say } = useWords()
  const [code, setCode] = useState('')
  const wrong = own.filter(({ flags }) => flags.includes('wrong_pin')).length
  return (
    <form
      className="grid gap-3"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!code.trim()) return
        void take({ kind: 'pin', code: code.trim() }).then((isKept) => isKept && setCode(''))
      }}
    >
      {wrong > 0 && (
        <Note tone="danger" role="alert">
          {say('pin.wrong', { count: wrong })}
        </Note>
      )}
      <Field
        label={say('pin.code')}
        hint={say('pin.hint')}
        value={code}
        maxLength={20}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        enterKeyHint="done"
        onChange={({ target }) => setCode(target.value)}
      />
      <Press look="primary" type="submit" disabled={!code.trim()}>
        {say('pin.check')}
      </Press>
    </form>
  )
}

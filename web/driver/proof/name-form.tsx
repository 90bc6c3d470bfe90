import { useState } from 'react'
import { Field } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'

export function NameForm({ name: known, take }: ProofFormProps) {
  const { say } = useWords()
  const [name, setName] = useState(known)
  return (
    <>
      <Field
        label={say('end.receivedBy')}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Press look="primary" disabled={!name.trim()} onClick={() => void take({ kind: 'name', name: name.trim() })}>
        {say('save')}
      </Press>
    </>
  )
}

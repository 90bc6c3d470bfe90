import { useState, type ComponentProps } from 'react'
import type { FormConflict } from '#web/lib/form-conflict.tsx'
import type { Ask } from './save-fields.ts'

/** How each field is called, what the person entered, and how what somebody else saved is written. */
type Words<R> = { [Field in keyof R]?: [label: string, mine: string, theirs: (current: R) => string] }

export type Asker = <R>(words: Words<R>) => Ask<R>

/** Asks in a dialog which values to keep. */
export function useConflictQuestion() {
  const [question, setQuestion] = useState<ComponentProps<typeof FormConflict>['conflict']>()
  const ask: Asker = (words) => (fields, conflict) =>
    new Promise((resolve) => {
      const answer = (taken: typeof fields | undefined) => {
        setQuestion(undefined)
        resolve(taken)
      }
      setQuestion({
        ...conflict,
        fields: fields.map((field) => {
          const [label, mine, theirs] = words[field]!
          return { label, mine, theirs: theirs(conflict.current) }
        }),
        decide: (taken) => answer(taken.map((index) => fields[index]!)),
        dismiss: () => answer(undefined),
      })
    })
  return { ask, question }
}

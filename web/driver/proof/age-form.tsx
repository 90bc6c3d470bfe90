import { useState } from 'react'
import type { RoadData } from '#domain/road/entry.ts'
import { Choice, Field, Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'

type Document = Extract<RoadData['proof_taken']['proof'], { kind: 'age' }>['document']
const documents: Document[] = ['id_card', 'passport', 'license', 'other']

/** How old somebody is, and by which document. The document itself is not kept. */
export function AgeForm({ stop, own, take }: ProofFormProps) {
  const { say } = useWords()
  const least = stop.delivery!.minimum_age ?? 18
  const [years, setYears] = useState('')
  const [document, setDocument] = useState<Document | null>(null)
  const age = Number(years)
  const isGiven = years.trim() !== '' && Number.isInteger(age) && age >= 0 && age <= 150
  const isTooYoung = own.some(({ flags }) => flags.includes('too_young'))
  return (
    <>
      {(isTooYoung || (isGiven && age < least)) && (
        <Note tone="danger" role="alert">
          {say('age.tooYoung', { age: least })}
        </Note>
      )}
      <Field
        label={say('age.years')}
        hint={say('age.least', { age: least })}
        type="number"
        inputMode="numeric"
        min={0}
        max={150}
        value={years}
        onChange={({ target }) => setYears(target.value)}
      />
      <Choice
        label={say('age.document')}
        options={documents.map((each) => ({ value: each, label: say(`age.${each}`) }))}
        value={document}
        onChange={setDocument}
      />
      <Press
        look="primary"
        disabled={!isGiven || !document}
        onClick={() => void take({ kind: 'age', years: age, document: document! }).then(() => setYears(''))}
      >
        {say('save')}
      </Press>
    </>
  )
}

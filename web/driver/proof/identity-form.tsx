import { useState } from 'react'
import type { RoadData } from '#domain/road/entry.ts'
import { receiversOf } from '../stop/stop-words.ts'
import { Choice, Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'

type Document = Extract<RoadData['proof_taken']['proof'], { kind: 'identity' }>['document']
const documents: Document[] = ['id_card', 'passport', 'license', 'other']

/** Whether the name on a document is that of whoever may receive it. The document itself is not kept. */
export function IdentityForm({ stop, own, take }: ProofFormProps) {
  const { say } = useWords()
  const [document, setDocument] = useState<Document | null>(null)
  const { name } = stop.delivery!
  const receivers = receiversOf(stop.delivery!)
  const names = receivers.length || !name ? receivers : [name]
  const isOther = own.some(({ flags }) => flags.includes('other_name'))
  const check = (matches: boolean) =>
    void take({ kind: 'identity', document: document!, matches }).then((isTaken) => isTaken && setDocument(null))
  return (
    <>
      {isOther && (
        <Note tone="danger" role="alert">
          {say('identity.otherName')}
        </Note>
      )}
      <p>{say(names.length > 1 ? 'identity.oneOf' : 'identity.compare')}</p>
      <ul className="grid gap-1 text-lg font-semibold">
        {names.map((each) => (
          <li key={each} className="wrap-anywhere">
            {each}
          </li>
        ))}
      </ul>
      <Choice
        label={say('age.document')}
        options={documents.map((each) => ({ value: each, label: say(`age.${each}`) }))}
        value={document}
        onChange={setDocument}
      />
      <div className="grid grid-cols-2 gap-2">
        <Press disabled={!document} onClick={() => check(false)}>
          {say('identity.differs')}
        </Press>
        <Press look="primary" disabled={!document} onClick={() => check(true)}>
          {say('identity.matches')}
        </Press>
      </div>
    </>
  )
}

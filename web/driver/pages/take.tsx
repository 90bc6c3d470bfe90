import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { go } from '../path.ts'
import { Scanner, type ScanWord } from '../scan/scanner.tsx'
import { readHandoverCode } from '../stop/handover-code.ts'
import { Field } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'

/** Takes over what another driver hands over, by the code on that one's phone. Neither phone needs a network for that. */
export function TakePage() {
  const { say } = useWords()
  const { act, problem, isPending } = useAction()
  const [code, setCode] = useState('')
  const [isScanning, setScanning] = useState(false)
  const handover = readHandoverCode(code)

  async function take() {
    if (!handover) return
    const data = { handover_entry_id: handover.entryId, delivery_ids: [...handover.deliveryIds] }
    if (await act({ kind: 'taken_over', data })) go('/', { replace: true })
  }

  function scan(read: string): ScanWord {
    const found = readHandoverCode(read)
    if (!found) return { text: say('take.badCode'), isGood: false }
    setCode(read)
    return { text: say('take.accept', { count: found.deliveryIds.length }), isGood: true }
  }

  return (
    <Screen
      title={say('take.title')}
      actions={
        <Press look="primary" isLarge isPending={isPending} disabled={!handover} onClick={() => void take()}>
          {handover ? say('take.accept', { count: handover.deliveryIds.length }) : say('take.save')}
        </Press>
      }
    >
      <Problem text={problem ?? (code && !handover ? say('take.badCode') : undefined)} />
      {isScanning ? (
        <Scanner hasSmallLetters label={say('take.code')} onCode={scan} />
      ) : (
        <>
          <Press
            isLarge
            icon={<ScanLine aria-hidden="true" className="size-5" />}
            onClick={() => {
              setCode('')
              setScanning(true)
            }}
          >
            {say('scan.start')}
          </Press>
          <Field
            label={say('take.code')}
            value={code}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => setCode(target.value)}
          />
        </>
      )}
    </Screen>
  )
}

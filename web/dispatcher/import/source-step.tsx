import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { ImportKind } from './import-kind.ts'

type SourceStepProps = {
  kind: Pick<ImportKind, 'noun' | 'needs' | 'needsWords' | 'knownBy'>
  problem: string | undefined
  isReading: boolean
  onFile: (file: File) => void
  onText: (text: string) => void
  onTemplate: () => void
  onWorkbook: () => void
}

/** Asks for a file, or for rows copied from a spreadsheet. */
export function SourceStep({ kind, problem, isReading, onFile, onText, onTemplate, onWorkbook }: SourceStepProps) {
  const [text, setText] = useState('')
  return (
    <div className="flex flex-col gap-4">
      {problem && (
        <div role="alert">
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      <FileDrop
        label={isReading ? 'Reading the file…' : 'Drop an Excel or CSV file here'}
        isDisabled={isReading}
        description={`The first row names the columns. Only the ${kind.needsWords} ${kind.needs.length > 1 ? 'are' : 'is'} required. ${kind.knownBy}`}
        accept={['.xlsx', '.xlsm', '.csv', '.tsv', '.txt', 'text/csv']}
        onFiles={([file]) => file && onFile(file)}
      />
      <div className="flex flex-col items-start gap-2">
        <TextArea
          label="Or paste rows from a spreadsheet"
          className="w-full"
          rows={3}
          placeholder="Copy the cells, with the row that names the columns, and paste them here."
          value={text}
          onChange={setText}
          // Several rows at once are meant as they are: there is nothing to wait for.
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? ''
            if (text === '' && pasted.trim().includes('\n')) {
              event.preventDefault()
              setText(pasted)
              onText(pasted)
            }
          }}
        />
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Button size="small" isDisabled={text.trim() === ''} onPress={() => onText(text)}>
            Use these rows
          </Button>
          <span className="flex flex-wrap gap-2">
            <Button size="small" variant="quiet" onPress={onWorkbook}>
              Excel template
            </Button>
            <Button size="small" variant="quiet" onPress={onTemplate}>
              CSV template
            </Button>
          </span>
        </div>
      </div>
    </div>
  )
}

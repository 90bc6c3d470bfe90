import { countOf, formatNumber } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ImportKind } from './import-kind.ts'
import type { ImportResult } from './send-rows.ts'

type FinishedStepProps = {
  noun: ImportKind['noun']
  result: ImportResult
  isStopped: boolean
  badCount: number
  onDownloadBad: () => void
}

const shownRefusals = 10

/** What was imported and what was not. */
export function FinishedStep({ noun, result, isStopped, badCount, onDownloadBad }: FinishedStepProps) {
  const { created, updated, unchanged, cancelled, refused } = result
  return (
    <div className="flex flex-col gap-4 py-2" aria-live="polite">
      <Banner tone={isStopped ? 'warning' : 'success'}>
        {isStopped ? 'The import was stopped. ' : ''}
        {countOf(created, noun.one, noun.many)} added
        {updated > 0 && `, ${formatNumber(updated)} updated`}
        {cancelled > 0 && `, ${formatNumber(cancelled)} canceled`}
        {unchanged > 0 && `, ${formatNumber(unchanged)} already up to date`}.
      </Banner>
      {refused.length > 0 && (
        <ul className="list-disc pl-5 text-ink-muted">
          {refused.slice(0, shownRefusals).map((row) => (
            <li key={row.number}>
              Row {row.number}: {row.problems[0]?.message}
            </li>
          ))}
        </ul>
      )}
      {badCount > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{countOf(badCount, 'row')} skipped. Download them, correct them and import that file.</p>
          <Button size="small" onPress={onDownloadBad}>
            Download rows with errors
          </Button>
        </div>
      )}
    </div>
  )
}

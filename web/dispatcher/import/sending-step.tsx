import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** How far the import is, and why it paused. */
export function SendingStep({ done, total, error }: { done: number; total: number; error?: unknown }) {
  return (
    <div className="flex flex-col gap-4 py-6">
      <ProgressBar
        label="Importing"
        value={done}
        maxValue={total}
        valueLabel={`${formatNumber(done)} of ${formatNumber(total)}`}
      />
      {error !== undefined && (
        <LoadError title="The import paused. Everything imported so far is safe." error={error} />
      )}
    </div>
  )
}

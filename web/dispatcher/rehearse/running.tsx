import { Square } from 'lucide-react'
import type { RehearsalSummary } from '#domain/schema/rehearsal.ts'
import { formatPercent } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

type RunningProps = { rehearsal: RehearsalSummary; onCancel?: () => void; isCanceling: boolean }

/** How far a rehearsal is. */
export function Running({ rehearsal: { status, progress }, onCancel, isCanceling }: RunningProps) {
  const doing = status === 'queued' ? 'Waiting for its turn' : (progress?.doing ?? 'Beginning')
  return (
    <Card
      title="Rehearsing"
      description={<output>{doing}</output>}
      actions={
        onCancel && (
          <Button icon={<Square aria-hidden="true" className="size-4" />} isPending={isCanceling} onPress={onCancel}>
            Cancel
          </Button>
        )
      }
    >
      <ProgressBar
        label="Progress"
        isIndeterminate={!progress}
        value={(progress?.share ?? 0) * 100}
        valueLabel={formatPercent(progress?.share ?? 0)}
      />
    </Card>
  )
}

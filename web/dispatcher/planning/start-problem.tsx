import { CallError } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

const otherDriversHelp = new Set(['driver_not_found', 'no_drivers', 'shifts_over'])

type StartProblemProps = { error: Error; isRetrying: boolean; onRetry: () => void; onChooseDrivers: () => void }

/** Why a repeated calculation did not start. If its drivers are gone or done for today, a link to choose others. */
export function StartProblem({ error, isRetrying, onRetry, onChooseDrivers }: StartProblemProps) {
  if (error instanceof CallError && otherDriversHelp.has(error.code)) {
    return (
      <Banner
        tone="warning"
        actions={
          <Button size="small" onPress={onChooseDrivers}>
            Choose drivers
          </Button>
        }
      >
        {error.code === 'shifts_over' ? sentenceOf(error) : 'A driver of this plan is no longer active.'}
      </Banner>
    )
  }
  return <LoadError title="The calculation did not start" error={error} onRetry={onRetry} isRetrying={isRetrying} />
}

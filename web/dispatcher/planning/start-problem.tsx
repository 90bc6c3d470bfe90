import { CallError } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type StartProblemProps = { error: Error; isRetrying: boolean; onRetry: () => void; onChooseDrivers: () => void }

/** Why a repeated calculation did not start. If its drivers are gone, a link to choose others. */
export function StartProblem({ error, isRetrying, onRetry, onChooseDrivers }: StartProblemProps) {
  if (error instanceof CallError && (error.code === 'driver_not_found' || error.code === 'no_drivers')) {
    return (
      <Banner
        tone="warning"
        actions={
          <Button size="small" onPress={onChooseDrivers}>
            Choose drivers
          </Button>
        }
      >
        A driver of this plan is no longer active.
      </Banner>
    )
  }
  return <LoadError title="The calculation did not start" error={error} onRetry={onRetry} isRetrying={isRetrying} />
}

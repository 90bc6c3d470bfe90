import { Package } from 'lucide-react'
import { useMay } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { useSampleData } from '../use-sample-data.ts'

/** How to add the first deliveries to an empty workspace. */
export function FirstSteps() {
  const mayChange = useMay('change_operations')
  const sample = useSampleData()
  useFocusHandover()
  return (
    <Card>
      <EmptyState
        icon={<Package />}
        title="No deliveries yet"
        actions={
          mayChange && (
            <>
              <ButtonLink to="/dashboard/deliveries?import=1" variant="primary">
                Import a CSV file
              </ButtonLink>
              <Button isPending={sample.isPending} onPress={() => sample.mutate()}>
                Load sample data
              </Button>
            </>
          )
        }
      >
        Import a day’s orders, or try the sample data first: a depot, six drivers with vehicles and 120 deliveries in
        Jakarta.
      </EmptyState>
    </Card>
  )
}

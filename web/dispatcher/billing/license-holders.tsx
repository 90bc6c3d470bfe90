import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseLicensedDrivers } from '#domain/api/tiers.ts'
import type { TierState } from '#domain/schema/tier.ts'
import { licensedDrivers } from '#domain/tiers.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Link } from '#web/ui/link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { activeDriversQuery } from '../queries.ts'

/** Where there are more active drivers than licenses, the owner chooses who gets routes. */
export function LicenseHolders({ tier }: { tier: TierState }) {
  const queryClient = useQueryClient()
  const drivers = useQuery(activeDriversQuery).data ?? []
  const limit = tier.drivers.limit ?? 0
  const over = new Set(tier.drivers.over.map(({ id }) => id))
  const [chosen, setChosen] = useState<string[]>()
  const held = licensedDrivers(drivers, limit, [
    ...tier.drivers.chosen,
    ...drivers.map(({ id }) => id).filter((id) => !over.has(id)),
  ]).map(({ id }) => id)
  const shown = chosen ?? held
  const save = useMutation({
    mutationFn: () => call(chooseLicensedDrivers, { body: { driver_ids: shown } }),
    onSuccess: () => {
      setChosen(undefined)
      void queryClient.invalidateQueries({ queryKey: keys.billing.all })
      toast({ title: 'Saved' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <Card
      title="Who gets routes"
      description={`${countOf(drivers.length, 'driver is', 'drivers are')} active, and ${countOf(limit, 'can be given routes', 'can be given routes')}. Nobody on the road is stopped.`}
    >
      <CheckboxGroup
        label={`Choose up to ${countOf(limit, 'driver')}`}
        value={shown}
        onChange={setChosen}
        options={drivers.map(({ id, name }) => ({
          id,
          label: name,
          isDisabled: shown.length >= limit && !shown.includes(id),
        }))}
      />
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button
          variant="primary"
          isDisabled={!chosen || shown.length > limit}
          isPending={save.isPending}
          onPress={() => save.mutate()}
        >
          Save
        </Button>
        <Link to="/dashboard/drivers" className="text-[0.8125rem]">
          Or deactivate drivers
        </Link>
      </div>
    </Card>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setPosition } from '#domain/api/addresses.ts'
import { changeDelivery } from '#domain/api/deliveries.ts'
import type { Location } from '#domain/geo.ts'
import type { DoubtfulDelivery } from '#domain/schema/address.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

/** Confirms the position of a delivery. Undo gives back the old one, unless the address book was told. */
export function useConfirm(delivery: DoubtfulDelivery, onDone: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: keys.deliveries.all })
    void queryClient.invalidateQueries({ queryKey: keys.plans.all })
    return queryClient.invalidateQueries({ queryKey: keys.addresses.all })
  }
  const undo = async (confirmed: Delivery) => {
    const body = positionOf(delivery)
    try {
      await changeRecord(confirmed, body, (version) =>
        call(changeDelivery, { params: { id: delivery.id }, body, version }),
      )
      await refresh()
    } catch (error) {
      toast({ title: 'The old position was not restored', description: sentenceOf(error), tone: 'error' })
    }
  }
  return useMutation({
    mutationFn: ({ location, remember }: { location: Location; remember: boolean }) =>
      // Whoever looked at another address or another pin has not confirmed this one.
      changeRecord(delivery, { delivery_address: delivery.delivery_address, delivery_location: location }, (version) =>
        call(setPosition, { params: { id: delivery.id }, body: { location, remember }, version }),
      ),
    onSuccess: ({ delivery: confirmed, others }, { remember }) => {
      onDone()
      void refresh()
      toast({
        title: `Position of #${delivery.number} confirmed`,
        ...(remember && {
          description: rememberedWords(others),
        }),
        ...(!remember && { action: { label: 'Undo', onPress: () => void undo(confirmed) } }),
      })
    },
  })
}

function rememberedWords(others: number): string {
  if (others === 0) return 'Remembered for this address.'
  return others === 1
    ? 'Remembered, and one other delivery to this address got it.'
    : `Remembered, and ${others} other deliveries to this address got it.`
}

function positionOf({ delivery_location, location_source, location_confidence }: DoubtfulDelivery) {
  if (!delivery_location || !location_source || location_confidence === null) return { delivery_location: null }
  return { delivery_location, location_source, location_confidence }
}

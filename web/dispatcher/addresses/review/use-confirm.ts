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
      changeRecord(shownPlace(delivery), placeFields(delivery, location), (version) =>
        call(setPosition, { params: { id: delivery.id }, body: { location, remember, of: delivery.of }, version }),
      ),
    onSuccess: ({ delivery: confirmed, others }, { remember }) => {
      onDone()
      void refresh()
      toast({
        title: `${delivery.of === 'pickup' ? 'Pickup' : 'Position'} of #${delivery.number} confirmed`,
        ...(remember && {
          description: rememberedWords(others),
        }),
        ...(!remember && { action: { label: 'Undo', onPress: () => void undo(confirmed) } }),
      })
    },
  })
}

/** The fields of a delivery that hold the place. */
function placeFields({ of, delivery_address: address }: DoubtfulDelivery, location: Location | null) {
  if (of === 'pickup') return { pickup_address: address, pickup_location: location }
  return { delivery_address: address, delivery_location: location }
}

const shownPlace = (delivery: DoubtfulDelivery) => ({
  version: delivery.version,
  ...placeFields(delivery, delivery.delivery_location),
})

function rememberedWords(others: number): string {
  if (others === 0) return 'Remembered for this address.'
  return others === 1
    ? 'Remembered, and one other delivery to this address got it.'
    : `Remembered, and ${others} other deliveries to this address got it.`
}

function positionOf({ of, delivery_location: place, location_source, location_confidence }: DoubtfulDelivery) {
  const isKnown = place && location_source && location_confidence !== null
  if (of === 'delivery')
    return isKnown ? { delivery_location: place, location_source, location_confidence } : { delivery_location: null }
  const origin = { pickup_location_source: location_source!, pickup_location_confidence: location_confidence! }
  return isKnown ? { pickup_location: place, ...origin } : { pickup_location: null }
}

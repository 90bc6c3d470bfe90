import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { locateAgain } from '#domain/api/addresses.ts'
import type { AddressReview } from '#domain/schema/address.ts'
import { appConfig } from '#web/lib/app-config.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { summaryWords } from './summary-words.ts'

/** How much there is to check, and what the geocoder is doing about it. */
export function ReviewSummary({ review, day }: { review: AddressReview; day: string | undefined }) {
  const mayChange = useMay('change_deliveries')
  const queryClient = useQueryClient()
  const hasGeocoder = Boolean(appConfig()?.geocoder)
  const isUnknown = review.data.some(({ location_search }) => location_search === 'not_found')
  const again = useMutation({
    mutationFn: () => call(locateAgain, { body: { day } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.addresses.all }),
    onError: (error) =>
      toast({ title: 'The addresses were not looked up', description: sentenceOf(error), tone: 'error' }),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[0.8125rem] text-ink-muted">
      <p aria-live="polite">{summaryWords(review, hasGeocoder)}</p>
      <NotOffered action="change_deliveries" doing="confirm and move positions" />
      {mayChange && hasGeocoder && isUnknown && (
        <Button
          size="small"
          icon={<RotateCw aria-hidden="true" className="size-3.5" />}
          isPending={again.isPending}
          onPress={() => again.mutate()}
        >
          Look up again
        </Button>
      )}
    </div>
  )
}

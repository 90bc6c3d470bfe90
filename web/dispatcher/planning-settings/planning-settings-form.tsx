import { useQuery } from '@tanstack/react-query'
import { reloadConflicts, sayReloadConflicts } from '#domain/reload-conflicts.ts'
import type { PlanningSettings } from '#domain/schema/planning-settings.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { vehiclesQuery } from '../queries.ts'
import { fromOvertimeDrafts } from '../records/overtime-draft.ts'
import { PartForm } from '../settings/part-form.tsx'
import { BalanceCard, TogetherCard } from './balance-cards.tsx'
import { CostsCard, LatenessCard } from './cost-cards.tsx'
import { LearnedAddressesCard } from './learned-addresses-card.tsx'
import { OvertimeCard } from './overtime-card.tsx'
import { SpeedCard } from './speed-card.tsx'
import { TravelCard } from './travel-card.tsx'
import { TrafficCard } from './traffic-card.tsx'
import { useSettingsForm, type SettingsForm } from './use-settings-form.ts'

/** Everything that plans of the workspace are made with, in cards that each say what they do. */
export function PlanningSettingsForm({ settings, isEditable }: { settings: PlanningSettings; isEditable: boolean }) {
  const form = useSettingsForm(settings)
  const card = { form, isDisabled: !isEditable }
  const reloading = useQuery(vehiclesQuery).data?.filter(({ reloads, active }) => reloads && active) ?? []
  const conflict = sayReloadConflicts(reloadConflicts({ settings: settingsOf(form.values) }))
  return (
    <PartForm form={form} isEditable={isEditable} usual={{ is: form.isUsual, reset: form.reset }}>
      <CostsCard {...card} />
      <OvertimeCard {...card} />
      <LatenessCard {...card} />
      <SpeedCard {...card} />
      <TravelCard {...card} />
      <TrafficCard {...card} />
      <BalanceCard {...card} />
      <TogetherCard {...card} />
      <LearnedAddressesCard {...card} />
      {reloading.length > 0 && conflict && (
        <Banner tone="warning">
          {countOf(reloading.length, 'vehicle')} may reload: {listed(reloading.map(({ code }) => code))}. {conflict}
        </Banner>
      )}
    </PartForm>
  )
}

/** What reloads may be in the way of, as it is being entered. */
const settingsOf = ({
  traffic,
  traffic_from,
  same_address_service,
  cost_per_waiting_hour,
  overtime,
}: SettingsForm['values']) => ({
  // Whatever is learned, it is traffic.
  traffic:
    traffic_from === 'learned' ? [usualSpeed] : traffic.map(({ from, percent }) => ({ from, factor: percent / 100 })),
  same_address_service,
  cost_per_waiting_hour: numberOrNull(cost_per_waiting_hour),
  overtime: fromOvertimeDrafts(overtime),
})

const usualSpeed = { from: '00:00', factor: 1 }

const listed = (codes: readonly string[]) =>
  codes.length > 5 ? `${codes.slice(0, 5).join(', ')} and others` : codes.join(', ')

import type { RoadSettings } from '#domain/schema/road-settings.ts'
import { PartForm } from '../settings/part-form.tsx'
import { FreedomCard, MomentsCard, PositionsCard, ProofCard, ShiftCard } from './road-cards.tsx'
import { useRoadSettingsForm } from './use-road-settings-form.ts'

/** What a workspace asks of its drivers, in cards that each say what they do. */
export function RoadSettingsForm({ settings, isEditable }: { settings: RoadSettings; isEditable: boolean }) {
  const form = useRoadSettingsForm(settings)
  const card = { form, isDisabled: !isEditable }
  return (
    <PartForm form={form} isEditable={isEditable} usual={{ is: form.isUsual, reset: form.reset }}>
      <ProofCard {...card} />
      <ShiftCard {...card} />
      <FreedomCard {...card} />
      <MomentsCard {...card} />
      <PositionsCard {...card} />
    </PartForm>
  )
}

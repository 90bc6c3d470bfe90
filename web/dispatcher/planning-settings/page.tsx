import { useQuery } from '@tanstack/react-query'
import { planningSettingsQuery } from '../queries.ts'
import { PartPage } from '../settings/part-page.tsx'
import { PlanningSettingsForm } from './planning-settings-form.tsx'
import { WavesCard } from './waves/waves-card.tsx'

export function meta() {
  return [{ title: 'Planning settings · Karta' }]
}

export default function PlanningSettingsPage() {
  return (
    <PartPage
      title="Planning settings"
      description="What plans are made with, from the next one on. Leave a field empty if it should not count."
      settings={useQuery(planningSettingsQuery)}
    >
      {(settings, isEditable) => (
        <div className="grid gap-4">
          <WavesCard />
          <PlanningSettingsForm settings={settings} isEditable={isEditable} />
        </div>
      )}
    </PartPage>
  )
}

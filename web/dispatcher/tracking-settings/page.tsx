import { useQuery } from '@tanstack/react-query'
import { trackingSettingsQuery } from '../queries.ts'
import { PartPage } from '../settings/part-page.tsx'
import { TrackingSettingsForm } from './tracking-settings-form.tsx'

export function meta() {
  return [{ title: 'Tracking page · Karta' }]
}

export default function TrackingSettingsPage() {
  return (
    <PartPage
      title="Tracking page"
      description="What recipients see of their deliveries, what they may change, and how long the link works."
      settings={useQuery(trackingSettingsQuery)}
    >
      {(settings, isEditable) => <TrackingSettingsForm settings={settings} isEditable={isEditable} />}
    </PartPage>
  )
}

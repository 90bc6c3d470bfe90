import { useQuery } from '@tanstack/react-query'
import { roadSettingsQuery } from '../queries.ts'
import { PartPage } from '../settings/part-page.tsx'
import { CalibrationCard } from './calibration-card.tsx'
import { RoadSettingsForm } from './road-settings-form.tsx'

export function meta() {
  return [{ title: 'On the road · Karta' }]
}

export default function RoadSettingsPage() {
  return (
    <PartPage
      title="On the road"
      description="What the drivers’ app asks for, what drivers may do on their own, and when you are told."
      settings={useQuery(roadSettingsQuery)}
    >
      {(settings, isEditable) => (
        <>
          <RoadSettingsForm settings={settings} isEditable={isEditable} />
          <div className="mt-6">
            <CalibrationCard />
          </div>
        </>
      )}
    </PartPage>
  )
}

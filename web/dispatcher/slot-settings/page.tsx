import { useQuery } from '@tanstack/react-query'
import { slotSettingsQuery } from '../queries.ts'
import { PartPage } from '../settings/part-page.tsx'
import { SlotSettingsForm } from './slot-settings-form.tsx'

export function meta() {
  return [{ title: 'Delivery slots · Karta' }]
}

export default function SlotSettingsPage() {
  return (
    <PartPage
      title="Delivery slots"
      description="Windows that buyers choose from. Only those that your routes can keep are offered."
      settings={useQuery(slotSettingsQuery)}
    >
      {(settings, isEditable) => <SlotSettingsForm settings={settings} isEditable={isEditable} />}
    </PartPage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { PartPage } from '../settings/part-page.tsx'
import { notificationSettingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { SuppressionsCard } from './suppressions-card.tsx'
import { TemplatesCard } from './templates-card.tsx'

export function meta() {
  return [{ title: 'Notifications · Karta' }]
}

export default function NotificationSettingsPage() {
  return (
    <PartPage
      title="Notifications"
      description="What recipients are told about their delivery, on which channels, in which words, and what it may cost."
      settings={useQuery(notificationSettingsQuery)}
    >
      {(settings, isEditable) => (
        <div className="flex flex-col gap-8">
          <SettingsForm settings={settings} isEditable={isEditable} />
          <TemplatesCard isEditable={isEditable} />
          <SuppressionsCard isEditable={isEditable} />
        </div>
      )}
    </PartPage>
  )
}

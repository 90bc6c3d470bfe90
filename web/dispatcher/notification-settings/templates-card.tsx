import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageLanguageNames, messageLanguages, type MessageLanguage } from '#domain/messages/languages.ts'
import {
  channelNames,
  notificationChannels,
  notificationEventNames,
  notificationEvents,
  type NotificationChannel,
  type NotificationEvent,
} from '#domain/notifications/events.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { templatesQuery } from './queries.ts'
import { TemplateForm } from './template-form.tsx'

const languages = messageLanguages.map((id) => ({ id, label: messageLanguageNames[id] }))
const events = notificationEvents.map((id) => ({ id, label: notificationEventNames[id] }))
const channels = notificationChannels.map((id) => ({ id, label: channelNames[id] }))

/** What is written to recipients, one template at a time. */
export function TemplatesCard({ isEditable }: { isEditable: boolean }) {
  const [language, setLanguage] = useState<MessageLanguage>('en')
  const [event, setEvent] = useState<NotificationEvent>('planned')
  const [channel, setChannel] = useState<NotificationChannel>('sms')
  const templates = useQuery(templatesQuery(language))
  const template = templates.data?.find((each) => each.event === event && each.channel === channel)
  return (
    <Card
      title="Templates"
      description="Plain text with variables. Confidential deliveries always get the default text, without names."
    >
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Select
            label="Event"
            options={events}
            value={event}
            onChange={(value) => setEvent(value as NotificationEvent)}
          />
          <Select
            label="Channel"
            options={channels}
            value={channel}
            onChange={(value) => setChannel(value as NotificationChannel)}
          />
          <Select
            label="Language"
            options={languages}
            value={language}
            onChange={(value) => setLanguage(value as MessageLanguage)}
          />
        </div>
        {templates.isLoadingError && (
          <LoadError
            title="The templates could not be loaded"
            error={templates.error}
            onRetry={() => void templates.refetch()}
            isRetrying={templates.isFetching}
          />
        )}
        {templates.isPending && <Skeleton className="h-64 w-full rounded-lg" />}
        {template && (
          <TemplateForm key={`${language} ${event} ${channel}`} template={template} isEditable={isEditable} />
        )}
      </div>
    </Card>
  )
}

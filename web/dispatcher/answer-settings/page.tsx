import { useQuery } from '@tanstack/react-query'
import { messageSettingsQuery } from '../messages/message-queries.ts'
import { PartPage } from '../settings/part-page.tsx'
import { AnswersForm } from './answers-form.tsx'

export function meta() {
  return [{ title: 'Ready-made answers · Karta' }]
}

export default function AnswerSettingsPage() {
  return (
    <PartPage
      title="Ready-made answers"
      description="What drivers and dispatchers can say to each other with one press."
      settings={useQuery(messageSettingsQuery)}
    >
      {(settings, isEditable) => <AnswersForm settings={settings} isEditable={isEditable} />}
    </PartPage>
  )
}

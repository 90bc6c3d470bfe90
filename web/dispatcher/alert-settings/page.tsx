import { useQuery } from '@tanstack/react-query'
import { getAlertSettings } from '#domain/api/alerts.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { PartPage } from '../settings/part-page.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { EscalationForm } from './escalation-form.tsx'
import { HereCard } from './here-card.tsx'

export function meta() {
  return [{ title: 'Alerts · Karta' }]
}

/** Who is told of what, where and when: for yourself first, then for the workspace. */
export default function AlertSettingsPage() {
  const settings = useQuery({
    queryKey: keys.alerts.settings,
    queryFn: ({ signal }) => call(getAlertSettings, { signal }),
  })
  return (
    <PartPage
      title="Alerts"
      description="What you are told of and where, and who is told next if nobody sees an urgent alert."
      settings={settings}
    >
      {(data, isEditable) => (
        <div className="flex flex-col gap-5">
          <HereCard />
          <ChoicesCard />
          <EscalationForm settings={data} isEditable={isEditable} />
        </div>
      )}
    </PartPage>
  )
}

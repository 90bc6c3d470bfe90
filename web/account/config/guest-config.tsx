import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import { defaults, type Configuration } from './configuration.ts'

/** For guests: nothing leaves the page. */
export function GuestConfig() {
  const [saved, setSaved] = useState<Configuration>()
  const save = (configuration: Configuration) => {
    console.log('Configuration saved:', configuration)
    setSaved(configuration)
  }
  return (
    <>
      <ConfigurationForm initial={{ depotAddress: '', ...defaults }} onSave={save} />
      <div role="status" className="mt-4 min-h-11 text-sm">
        {saved && (
          <p className="flex gap-2.5">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-brand-ink" />
            <span>
              Saved on this page: {saved.startTime} to {saved.endTime}, {saved.timeZone.replaceAll('_', ' ')}.{' '}
              <Link to="/signin" state={{ mode: 'sign-up' }}>
                Start a free trial
              </Link>{' '}
              to plan with it.
            </span>
          </p>
        )}
      </div>
    </>
  )
}

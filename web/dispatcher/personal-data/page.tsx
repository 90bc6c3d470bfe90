import { PageHeader } from '#web/ui/page-header.tsx'
import { Erasures } from './erasures.tsx'
import { Recipient } from './recipient.tsx'
import { RetentionSettings } from './retention-settings.tsx'

export function meta() {
  return [{ title: 'Personal data · Karta' }]
}

/** What is stored about recipients: to hand it out, to erase it, and how long it is kept. */
export default function PersonalDataPage() {
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Personal data"
        description="Find everything about one recipient, export it or erase it, and set how long it is kept."
      />
      <div className="flex flex-col gap-8">
        <Recipient />
        <Erasures />
        <RetentionSettings />
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getMailIn } from '#domain/api/mail-in.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { PartPage } from '../settings/part-page.tsx'
import { AddressCard } from './address-card.tsx'
import { MailInForm } from './mail-in-form.tsx'
import { MailLog } from './mail-log.tsx'

export function meta() {
  return [{ title: 'Orders by mail · Karta' }]
}

export default function MailInPage() {
  const settings = useQuery({ queryKey: keys.mailIn.settings, queryFn: ({ signal }) => call(getMailIn, { signal }) })
  return (
    <PartPage
      title="Orders by mail"
      description="Shops mail their files of orders to an address of yours, and they are imported as if you had dropped them on the page."
      settings={settings}
    >
      {(shown, isEditable) =>
        shown.offered ? (
          <div className="flex flex-col gap-5">
            {shown.address && <AddressCard settings={shown} address={shown.address} />}
            <MailInForm settings={shown} isEditable={isEditable} />
            {shown.address && <MailLog />}
          </div>
        ) : (
          <Banner tone="info">
            This installation takes no mail yet. Whoever runs it turns that on with the setting MAIL_IN_URL.
          </Banner>
        )
      }
    </PartPage>
  )
}

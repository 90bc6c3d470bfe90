import { useMe } from '#web/lib/me.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BillingTabs } from '../billing-tabs.tsx'

export function meta() {
  return [{ title: 'Invoices · Karta' }]
}

/** What a client's own people see of what they pay. */
export default function OwnBillingPage() {
  const { client } = useMe()
  return (
    <>
      <PageHeader title="Invoices" description="What your deliveries cost, your invoices and your rates." />
      {client && <BillingTabs clientId={client.id} />}
    </>
  )
}

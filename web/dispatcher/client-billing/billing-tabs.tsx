import { useSearchParams } from 'react-router'
import { Tabs } from '#web/ui/tabs.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { MonthOfClient } from './month.tsx'
import { RateCards } from './rate-cards.tsx'

const tabs = ['charges', 'invoices', 'rates'] as const

/** Charges, invoices and rates of a client. The link says which of them is open. */
export function BillingTabs({ clientId }: { clientId: string }) {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'charges'
  return (
    <Tabs
      label="Rates and invoices"
      selectedKey={tab}
      onSelectionChange={(id) => setParams(id === 'charges' ? {} : { tab: String(id) }, { preventScrollReset: true })}
      items={[
        { id: 'charges', label: 'Charges', content: <MonthOfClient clientId={clientId} /> },
        { id: 'invoices', label: 'Invoices', content: <InvoiceList clientId={clientId} /> },
        { id: 'rates', label: 'Rate cards', content: <RateCards clientId={clientId} /> },
      ]}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AddressBook } from './book/address-book.tsx'
import { Review } from './review/review.tsx'
import { reviewQuery } from './review/review-queries.ts'
import { readDay } from './review/review-days.ts'

export function meta() {
  return [{ title: 'Addresses · Karta' }]
}

export default function AddressesPage() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'book' ? 'book' : 'review'
  const day = readDay(params.get('day'))
  const review = useQuery(reviewQuery(day))
  const total = review.data?.total
  return (
    <>
      <PageHeader title="Addresses" description="Check where deliveries go, and teach Karta the places you know." />
      <Tabs
        label="Addresses"
        selectedKey={tab}
        onSelectionChange={(id) => setParams(id === 'book' ? { tab: 'book' } : {}, { preventScrollReset: true })}
        items={[
          {
            id: 'review',
            label: total ? `To check (${total})` : 'To check',
            content: <Review day={day} />,
          },
          { id: 'book', label: 'Address book', content: <AddressBook /> },
        ]}
      />
    </>
  )
}

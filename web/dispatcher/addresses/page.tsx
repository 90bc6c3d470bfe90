import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AddressBook } from './book/address-book.tsx'
import { learnedQuery } from './learned/learned-queries.ts'
import { LearnedPlaces } from './learned/learned.tsx'
import { Review } from './review/review.tsx'
import { reviewQuery } from './review/review-queries.ts'
import { readDay } from './review/review-days.ts'

export function meta() {
  return [{ title: 'Addresses · Karta' }]
}

const tabs = ['review', 'learned', 'book'] as const

export default function AddressesPage() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'review'
  const day = readDay(params.get('day'))
  const review = useQuery(reviewQuery(day))
  const total = review.data?.total
  const isNew = useInfiniteQuery(learnedQuery({ q: '', state: 'suggested' })).data?.pages[0]?.suggested
  return (
    <>
      <PageHeader title="Addresses" description="Check where deliveries go, and teach Karta the places you know." />
      <Tabs
        label="Addresses"
        selectedKey={tab}
        onSelectionChange={(id) => setParams(id === 'review' ? {} : { tab: String(id) }, { preventScrollReset: true })}
        items={[
          {
            id: 'review',
            label: total ? `To check (${total})` : 'To check',
            content: <Review day={day} />,
          },
          {
            id: 'learned',
            label: isNew ? `Learned (${isNew})` : 'Learned',
            content: <LearnedPlaces />,
          },
          { id: 'book', label: 'Address book', content: <AddressBook /> },
        ]}
      />
    </>
  )
}

import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { getOrderPage } from '#domain/api/order-page.ts'
import type { OrderHold, OrderPage as Shop, OrderQuestion, PlacedOrder } from '#domain/schema/order-page.ts'
import { call } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AddressStep } from './address-step.tsx'
import { ContactStep } from './contact-step.tsx'
import { Booked } from './booked.tsx'

export function meta() {
  return [{ title: 'Book a delivery · Karta' }, { name: 'robots', content: 'noindex' }]
}

/** Where a customer of a workspace books a delivery: address and slot, contact, done. */
export default function OrderPage() {
  const { name = '' } = useParams()
  const [shop, setShop] = useState<Shop>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    call(getOrderPage, { params: { name }, signal: leaving.signal }).then(setShop, (error: unknown) => {
      if (!leaving.signal.aborted) setFailure(sentenceOf(error))
    })
    return () => leaving.abort()
  }, [name])
  return (
    <main className="mx-auto min-h-dvh w-full max-w-xl px-4 py-8 sm:py-12">
      {failure && <PlainAlert>{failure}</PlainAlert>}
      {!shop && !failure && <Spinner label="Opening the page" />}
      {shop && <Order shop={shop} name={name} />}
    </main>
  )
}

type Draft = { question: OrderQuestion; held?: OrderHold }

function Order({ shop, name }: { shop: Shop; name: string }) {
  const [draft, setDraft] = useState<Draft>()
  const [placed, setPlaced] = useState<PlacedOrder>()
  const held = draft?.held
  return (
    <>
      <header className="mb-7 border-t-4 pt-5" style={shop.accent ? { borderColor: shop.accent } : {}}>
        <p className="text-[0.8125rem] font-medium text-ink-muted">{shop.name}</p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">
          {placed ? 'Your delivery is booked' : 'Book a delivery'}
        </h1>
      </header>
      {placed && <Booked placed={placed} />}
      {!placed && held && (
        <ContactStep
          {...{ shop, name, held }}
          onBack={() => setDraft({ question: draft.question })}
          onPlaced={setPlaced}
        />
      )}
      {!placed && !held && (
        <AddressStep
          {...{ shop, name }}
          asked={draft?.question}
          onHeld={(question, hold) => setDraft({ question, held: hold })}
        />
      )}
      {shop.contact && <p className="mt-10 text-[0.8125rem] text-ink-muted">{shop.contact}</p>}
    </>
  )
}

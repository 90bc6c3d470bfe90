import { PageHero } from '../parts/page-hero.tsx'
import { pageMeta } from '../page-meta.ts'
import { Verifier } from './verifier.tsx'

export function meta() {
  return pageMeta('/verify')
}

export default function VerifyPage() {
  return (
    <>
      <PageHero
        eyebrow="Proof of delivery"
        title="Check what happened to a delivery"
        lead="Choose the custody file of a delivery, and its photos if you have them. They are read in this browser and sent nowhere. Once this page is open, it works without a network."
      />
      <div className="mx-auto max-w-3xl px-5 pt-2 pb-20 lg:pb-28">
        <Verifier />
      </div>
    </>
  )
}

import { Clock, Headset, Mail, MapPin, Phone, PhoneCall, Play, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { appConfig } from '#web/lib/app-config.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { pageMeta } from '../page-meta.ts'
import { faqData } from '../parts/faq-data.ts'
import { Faq } from '../parts/faq.tsx'
import { IconTile } from '../parts/feature-grid.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { ContactForm } from './contact-form.tsx'
import { questions } from './questions.ts'

export function meta() {
  return pageMeta('/contact', { structured: faqData(questions) })
}

export default function ContactPage() {
  return (
    <>
      <PageHero
        eyebrow="Contact"
        title="Talk to people who know deliveries"
        lead="Ask a question, book a demo with your own orders, or get a quote for your fleet."
      />
      <Section className="[&>div]:pt-10 lg:[&>div]:pt-14">
        <div className="grid gap-12 lg:grid-cols-[1.5fr_1fr] lg:gap-16">
          <ContactForm />
          <Details />
        </div>
      </Section>
      <Section title="Before you write" tone="tinted">
        <Faq questions={questions} />
      </Section>
    </>
  )
}

function Details() {
  return (
    <div>
      <h2 className="text-2xl font-semibold tracking-tight">How to reach us</h2>
      <dl className="mt-7 grid gap-7">
        <Detail icon={Clock} title="Replies">
          Support replies within 24 hours.
        </Detail>
        <Detail icon={Phone} title="Phone hours">
          Mon-Fri, 9am to 6pm local time. Leave your number in the form and we’ll call you.
        </Detail>
        <OwnDetails />
        <Detail icon={Play} title="Demo">
          We’ll plan one of your own days with you and answer questions as we go.
        </Detail>
        <Detail icon={Headset} title="Sales and custom integrations">
          Tell us your volume and the systems you use.
        </Detail>
      </dl>
    </div>
  )
}

/** What the operator of this server has set. */
function OwnDetails() {
  const contact = useHydrated() ? appConfig()?.contact : undefined
  if (!contact) return null
  const { email, phone, address } = contact
  return (
    <>
      {email && (
        <Detail icon={Mail} title="Email">
          <a href={`mailto:${email}`} className={contactLink}>
            {email}
          </a>
        </Detail>
      )}
      {phone && (
        <Detail icon={PhoneCall} title="Phone">
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={contactLink}>
            {phone}
          </a>
        </Detail>
      )}
      {address && (
        <Detail icon={MapPin} title="Address">
          <span className="whitespace-pre-line">{address}</span>
        </Detail>
      )}
    </>
  )
}

const contactLink = 'rounded-sm text-brand-ink underline underline-offset-2 wrap-anywhere'

function Detail({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[2.75rem_1fr] gap-x-4">
      <dt className="col-span-2 grid grid-cols-subgrid items-center font-semibold">
        <IconTile>
          <Icon />
        </IconTile>
        {title}
      </dt>
      <dd className="col-start-2 -mt-1 text-pretty text-ink-muted">{children}</dd>
    </div>
  )
}

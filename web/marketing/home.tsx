import { ChartColumn, Clock, MapPinned, Route as RouteIcon, Truck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { HeroMap } from './hero-map.tsx'
import { asNewcomer } from './navigation.ts'

const features: { icon: ReactNode; title: string; text: string }[] = [
  {
    icon: <RouteIcon />,
    title: 'Route Optimization',
    text: 'Plan a whole day in seconds: time windows, capacities, shifts and skills respected, every late stop explained.',
  },
  {
    icon: <MapPinned />,
    title: 'Real-time Tracking',
    text: 'See where every driver is and what arrives when, with arrival times given as honest ranges.',
  },
  {
    icon: <Truck />,
    title: 'Fleet Management',
    text: 'Vehicles, capacities, maintenance and costs in one place, ready for the planner.',
  },
  {
    icon: <ChartColumn />,
    title: 'Performance Analytics',
    text: 'On-time rate, distance, fuel and cost for each delivery, day by day.',
  },
  {
    icon: <Users />,
    title: 'Team Management',
    text: 'Owners, dispatchers and drivers each see what they need, and nothing they should not.',
  },
  {
    icon: <Clock />,
    title: 'Delivery Time Slots',
    text: 'Promise only the slots that your vehicles can really keep.',
  },
]

export default function Home() {
  return (
    <>
      <Hero />
      <Features />
      <ClosingCall />
    </>
  )
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-12 px-5 py-16 lg:grid-cols-2 lg:py-24">
      <div>
        <h1 className="text-4xl leading-[1.08] font-semibold tracking-[-0.03em] text-balance sm:text-6xl">
          Optimize Your Last-Mile Delivery
        </h1>
        <p className="mt-5 max-w-lg text-lg leading-relaxed text-pretty text-ink-muted">
          Plan the day's routes, dispatch your drivers, follow them live and prove every delivery, from one place that
          is yours to run.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/signin" routerOptions={asNewcomer} variant="primary" size="large">
            Start 7-Day Free Trial
          </ButtonLink>
          <Button
            size="large"
            onPress={() => document.getElementById('features')?.scrollIntoView({ behavior: 'smooth' })}
          >
            See How It Works
          </Button>
        </div>
      </div>
      <HeroMap />
    </section>
  )
}

function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="scroll-mt-16 border-y bg-ground">
      <div className="mx-auto max-w-6xl px-5 py-16 lg:py-20">
        <h2 id="features-title" className="max-w-xl text-3xl font-semibold tracking-tight text-balance">
          Everything between the order and the doorstep
        </h2>
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {features.map((feature) => (
            <li key={feature.title} className="rounded-2xl border bg-surface p-6 shadow-card">
              <span
                aria-hidden="true"
                className="grid size-10 place-items-center rounded-xl bg-brand-soft text-brand-ink [&>svg]:size-5"
              >
                {feature.icon}
              </span>
              <h3 className="mt-4 text-base font-semibold">{feature.title}</h3>
              <p className="mt-1.5 leading-relaxed text-ink-muted">{feature.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function ClosingCall() {
  return (
    <section className="mx-auto max-w-6xl px-5 py-16 text-center lg:py-24">
      <h2 className="text-3xl font-semibold tracking-tight text-balance">Plan your first day in five minutes</h2>
      <p className="mx-auto mt-3 max-w-lg text-base text-pretty text-ink-muted">
        Drop in a file of orders, press Optimise, and look at the routes. Seven days with full access.
      </p>
      <ButtonLink href="/signin" routerOptions={asNewcomer} variant="primary" size="large" className="mt-7">
        Start Free Trial
      </ButtonLink>
    </section>
  )
}

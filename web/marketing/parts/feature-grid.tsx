import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { ProductPage } from '../product-pages.ts'
import { CheckList } from './check-list.tsx'
import { ProductLink } from './product-link.tsx'

export type Feature = {
  icon: ReactNode
  title: string
  text?: string
  points?: readonly string[]
  /** Where the product does what the card says. */
  opens?: ProductPage
}

const columnLooks = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' }

/** One card per feature. `icon` comes from lucide-react. */
export function FeatureGrid({ features, columns = 3 }: { features: readonly Feature[]; columns?: 2 | 3 | 4 }) {
  return (
    <ul className={cx('grid gap-4 lg:gap-5', columnLooks[columns])}>
      {features.map((feature) => (
        <li key={feature.title} className="flex flex-col rounded-2xl border bg-surface p-6 shadow-card lg:p-7">
          <IconTile>{feature.icon}</IconTile>
          <h3 className="mt-5 text-lg leading-snug font-semibold tracking-tight">{feature.title}</h3>
          {feature.text && <p className="mt-2 text-pretty text-ink-muted">{feature.text}</p>}
          {feature.points && <CheckList points={feature.points} className="mt-4" />}
          {feature.opens && <ProductLink to={feature.opens} className="mt-auto pt-5" />}
        </li>
      ))}
    </ul>
  )
}

export function IconTile({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 place-items-center rounded-xl bg-brand-soft text-brand-ink [&>svg]:size-5.5"
    >
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import type { ProductPage } from '../product-pages.ts'
import { IconTile } from './feature-grid.tsx'
import { ProductLink } from './product-link.tsx'

export type Benefit = {
  icon: ReactNode
  title: string
  text: string
  /** Where the product does what the text says. */
  opens?: ProductPage
}

/** Benefits in two columns, without cards. `icon` comes from lucide-react. */
export function BenefitList({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className="grid gap-x-14 gap-y-10 sm:grid-cols-2">
      {benefits.map((benefit) => (
        <li key={benefit.title} className="flex gap-5">
          <span className="shrink-0">
            <IconTile>{benefit.icon}</IconTile>
          </span>
          <div>
            <h3 className="text-lg leading-snug font-semibold tracking-tight">{benefit.title}</h3>
            <p className="mt-1.5 text-pretty text-ink-muted">{benefit.text}</p>
            {benefit.opens && <ProductLink to={benefit.opens} className="mt-3" />}
          </div>
        </li>
      ))}
    </ul>
  )
}

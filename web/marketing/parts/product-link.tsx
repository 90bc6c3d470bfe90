import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { productPages, type ProductPage } from '../product-pages.ts'

/** A quiet link from a claim to the page of the dashboard that keeps it. */
export function ProductLink({ to, className }: { to: ProductPage; className?: string }) {
  const page = productPages[to]
  return (
    <p className={cx('text-sm', className)}>
      <Link
        to={page.to}
        className="group -my-1 inline-flex items-center gap-1 rounded-sm py-1 font-medium text-ink-muted focus-ring hover:text-brand-ink"
      >
        {page.label}
        <ArrowRight
          aria-hidden="true"
          className="size-3.5 transition-transform group-hover:translate-x-0.5 motion-reduce:transition-none"
        />
      </Link>
    </p>
  )
}

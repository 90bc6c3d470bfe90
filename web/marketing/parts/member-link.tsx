import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'

/** Takes members from sample data to their own data. Guests don’t see it. */
export function MemberLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="hidden border-b bg-brand-soft text-sm member:block">
      <Link
        to={to}
        className="mx-auto flex max-w-6xl items-center gap-1.5 px-5 py-2.5 font-medium text-brand-ink hover:underline"
      >
        {children}
        <ArrowRight aria-hidden="true" className="size-4" />
      </Link>
    </p>
  )
}

import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { writeBehind, type Behind } from './analytics-address.ts'

type FigureLinkProps = { behind: Behind; label: string; children: ReactNode; className?: string }

/** A number that opens the deliveries behind it. */
export function FigureLink({ behind, label, children, className }: FigureLinkProps) {
  const [query] = useSearchParams()
  return (
    <Link
      to={`?${writeBehind(query, behind).toString()}`}
      preventScrollReset
      aria-label={label}
      {...(className && { className })}
    >
      {children}
    </Link>
  )
}

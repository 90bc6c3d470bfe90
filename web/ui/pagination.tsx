import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type PaginationProps = {
  /** Where we are, such as "1–50 of 120". */
  children: ReactNode
  onPrevious?: () => void
  onNext?: () => void
  isPending?: boolean
}

/** Back and forth through a long list. A direction without a handler is disabled. */
export function Pagination({ children, onPrevious, onNext, isPending }: PaginationProps) {
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4">
      <p aria-live="polite" className="text-[0.8125rem] text-ink-muted tabular-nums">
        {children}
      </p>
      <div className="flex gap-2">
        <Button
          size="small"
          icon={<ChevronLeft aria-hidden="true" className="size-4" />}
          isDisabled={!onPrevious || isPending}
          onPress={onPrevious}
        >
          Previous
        </Button>
        <Button size="small" isDisabled={!onNext || isPending} onPress={onNext}>
          Next
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  )
}

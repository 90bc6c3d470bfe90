import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'

type FoldProps = {
  title: string
  /** What is inside, in a few words, while it is closed. */
  summary?: ReactNode
  /** Opens it, since something inside must be corrected. */
  isInvalid?: boolean
  /** It already holds something when the form opens. */
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** A part of a form that most people leave as it is. It stays closed until somebody opens it. */
export function Fold({ title, summary, isInvalid = false, isOpenAtFirst = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const isExpanded = isOpen || isInvalid
  return (
    <Disclosure isExpanded={isExpanded} onExpandedChange={setOpen} className="rounded-xl border bg-surface">
      <Heading className="text-[0.8125rem]">
        <Button
          slot="trigger"
          className="focus-ring flex w-full cursor-pointer items-center gap-2 rounded-xl px-3.5 py-3 text-left data-hovered:bg-hover pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 text-ink-muted transition-transform ${isExpanded ? 'rotate-90' : ''}`}
          />
          <span className="shrink-0 font-medium">{title}</span>
          {!isExpanded && summary && (
            <span className="ml-auto min-w-0 truncate pl-3 font-normal text-ink-muted">{summary}</span>
          )}
        </Button>
      </Heading>
      <DisclosurePanel>
        {isExpanded && <div className="flex flex-col gap-4 border-t px-3.5 pt-3.5 pb-4">{children}</div>}
      </DisclosurePanel>
    </Disclosure>
  )
}

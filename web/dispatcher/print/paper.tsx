import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loading } from '../loading.tsx'
import type { printAtOnce } from './print-at-once.ts'
import './paper.css'

type PaperProps = {
  title: string
  /** The page that this is printed from. */
  back: { label: string; href: string }
  isWide: boolean
  /** The read of what is printed. */
  query: { error: unknown; isSuccess: boolean; isFetching: boolean; refetch: () => unknown }
  /** What is printed, once it has been read. */
  children: ReactNode
}

/** A page to print: shown as on paper, with a button that prints it. */
export function Paper({ title, back, isWide, query, children }: PaperProps) {
  usePrintAtOnce(query.isSuccess)
  return (
    <>
      <header className="flex flex-wrap items-center gap-3 pb-4 print:hidden">
        <ButtonLink to={back.href} variant="quiet" icon={<ArrowLeft aria-hidden="true" className="size-4" />}>
          {back.label}
        </ButtonLink>
        <h1 className="flex-1 text-xl font-semibold tracking-tight">{title}</h1>
        <Button
          variant="primary"
          icon={<Printer aria-hidden="true" className="size-4" />}
          isDisabled={!query.isSuccess}
          onPress={() => window.print()}
        >
          Print
        </Button>
      </header>
      {query.error ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : query.isSuccess ? (
        <div className="overflow-x-auto print:overflow-visible">
          <div
            className={cx(
              'paper mx-auto w-full rounded-xl border p-8 shadow-card print:max-w-none print:rounded-none print:border-0 print:p-0 print:shadow-none',
              isWide
                ? 'wide-paper max-w-[297mm] min-w-[60rem] print:min-w-0'
                : 'tall-paper max-w-[210mm] min-w-[44rem] print:min-w-0',
            )}
          >
            {children}
          </div>
        </div>
      ) : (
        <Loading />
      )}
    </>
  )
}

function usePrintAtOnce(isReady: boolean): void {
  const { state } = useLocation()
  const isAsked = (state as typeof printAtOnce | null)?.print === true
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || !isAsked || isDone.current) return
    isDone.current = true
    // Not again when the page is loaded anew.
    window.history.replaceState({ ...window.history.state, usr: null }, '')
    // After the sheet has been painted.
    requestAnimationFrame(() => window.print())
  }, [isReady, isAsked])
}

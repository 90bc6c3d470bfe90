import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from './plain-button.tsx'

export type ErrorPanelProps = {
  title?: string
  /** The sentence for the error's code. */
  message: ReactNode
  /** Finds the failure in the server's log. */
  requestId?: string
  onRetry?: () => void
  isRetrying?: boolean
}

/** Something failed to load or to happen: what, the request id to quote, and a way to retry. */
export function ErrorPanel({
  title = 'Something went wrong',
  message,
  requestId,
  onRetry,
  isRetrying,
}: ErrorPanelProps) {
  return (
    <div role="alert" className="flex gap-3 rounded-xl border border-danger/40 bg-danger-soft p-4">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-ink" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-danger-ink">{title}</p>
        <p className="mt-0.5">{message}</p>
        {requestId && (
          <p className="mt-2 text-xs text-ink-muted">
            Request ID <code className="font-mono select-all">{requestId}</code>
          </p>
        )}
        {onRetry && (
          <PlainButton
            size="small"
            className="mt-3"
            icon={<RotateCw aria-hidden="true" className="size-3.5" />}
            isPending={isRetrying}
            onClick={onRetry}
          >
            Try again
          </PlainButton>
        )}
      </div>
    </div>
  )
}

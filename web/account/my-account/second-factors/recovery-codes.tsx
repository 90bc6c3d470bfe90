import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { refreshAccount } from '../account-query.ts'
import { CodesDialog } from './codes-dialog.tsx'

/** Null for an account without recovery codes. */
type Status = { total: number; remaining: number } | null
type RecoveryCodesProps = {
  query: UseQueryResult<Status>
  /** Whether the dialog with new codes is open. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** How many recovery codes are left, and a way to create new ones. */
export function RecoveryCodes({ query, isOpen, onOpenChange }: RecoveryCodesProps) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const status = query.data
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl bg-sunken px-4 py-3.5">
      <LifeBuoy aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="font-medium">Recovery codes</h3>
        {query.error ? (
          <ErrorPanel
            message={query.error.message}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <p className="text-[0.8125rem] text-ink-muted">{describe(status)}</p>
        )}
      </div>
      {status !== undefined && (
        <Button size="small" onPress={() => (status ? setAsking(true) : onOpenChange(true))}>
          {status ? 'Create new codes' : 'Create recovery codes'}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Create new recovery codes?"
        confirmLabel="Create new codes"
        onConfirm={() => {
          setAsking(false)
          onOpenChange(true)
        }}
      >
        Your current codes stop working at once.
      </ConfirmDialog>
      <CodesDialog
        isOpen={isOpen}
        isRenewal={Boolean(status)}
        onClose={() => {
          onOpenChange(false)
          void refreshAccount(client)
        }}
      />
    </div>
  )
}

function describe(status: Status | undefined): string {
  if (status === undefined) return 'Checking how many are left…'
  if (status === null) return 'None yet. Create some, so that losing your phone does not lock you out.'
  if (status.remaining === 0) return 'You have used all of them. Create new ones before you need them.'
  return `${status.remaining} of ${status.total} are left. Each works once.`
}

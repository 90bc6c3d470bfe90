import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { getSandbox, resetSandbox } from '#domain/api/sandbox.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { inWorkspace } from '#web/lib/workspace.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Where test keys work: what it is, a way in, and a way to begin again. */
export function SandboxCard() {
  const { time_zone: zone } = useMe().workspace
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const read = useQuery({ queryKey: keys.sandbox, queryFn: ({ signal }) => call(getSandbox, { signal }) })
  const sandbox = read.data?.sandbox
  const reset = useMutation({
    mutationFn: () => call(resetSandbox, {}),
    onSuccess: (reply) => {
      queryClient.setQueryData(keys.sandbox, reply)
      setAsking(false)
      toast({ title: 'The sandbox has fresh sample data' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <Card
      title="Sandbox"
      description="Test keys work here: a workspace of its own with a day of sample data. It sends no mail and no messages, asks no other services, and its requests do not count."
    >
      {read.isLoadingError ? (
        <LoadError title="The sandbox could not be loaded" error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Skeleton className="h-9 w-56" />
      ) : sandbox ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="flex flex-wrap gap-2">
            {/* Another workspace: the page loads anew. */}
            <a
              href={inWorkspace('/dashboard', sandbox.id)}
              className="focus-ring inline-flex h-9 items-center gap-2 rounded-lg border bg-surface px-3.5 font-medium hover:bg-hover pointer-coarse:h-11"
            >
              <FlaskConical aria-hidden="true" className="size-4" />
              Open the sandbox
            </a>
            <Button onPress={() => setAsking(true)}>Reset</Button>
          </div>
          <p className="text-[0.8125rem] text-ink-muted">Sample data from {formatDateTime(sandbox.created_at, zone)}</p>
        </div>
      ) : (
        <p className="text-ink-muted">There is none yet. Your first test key makes it.</p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Reset the sandbox?"
        confirmLabel="Reset sandbox"
        isDestructive
        isPending={reset.isPending}
        onConfirm={() => reset.mutate()}
      >
        Everything in the sandbox is deleted, and it begins again with the sample data of a day. Test keys go on
        working. Your own deliveries are not touched.
      </ConfirmDialog>
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '#web/lib/keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodeForm } from '../../code-form.tsx'
import { ask } from '../../ask.ts'
import { read } from '../account-query.ts'
import { freeName } from './free-name.ts'

type EnrollAppProps = { isOpen: boolean; onClose: () => void; onDone: () => void }

/** Sets up an authenticator app: scan or type the secret, then enter a code. */
export function EnrollApp({ isOpen, onClose, onDone }: EnrollAppProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(is) => !is && onClose()}
      title="Add an authenticator app"
      description="Any app that shows six-digit codes works."
    >
      <Steps onDone={onDone} />
    </Dialog>
  )
}

function Steps({ onDone }: Pick<EnrollAppProps, 'onDone'>) {
  const factor = useQuery({
    queryKey: keys.newFactor,
    queryFn: enroll,
    // Each opening creates a new secret, which must be neither cached nor requested twice.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { id, totp } = factor.data ?? {}
  const isProven = useRef(false)
  useEffect(
    () => () => {
      // An unfinished factor would otherwise keep its name reserved for a while.
      if (id && !isProven.current) void ask((auth) => auth.mfa.unenroll({ factorId: id }))
    },
    [id],
  )
  if (factor.error) {
    return (
      <ErrorPanel message={factor.error.message} isRetrying={factor.isFetching} onRetry={() => void factor.refetch()} />
    )
  }
  return (
    <ol className="grid gap-5">
      <li>
        <p className="font-medium">1. Scan this code with the app</p>
        <div className="mt-3 grid size-48 place-items-center rounded-xl border bg-white p-2">
          {totp ? (
            <img src={totp.qr_code} alt="QR code with the secret shown below" className="size-full" />
          ) : (
            <Skeleton className="size-40" />
          )}
        </div>
        <p className="mt-3 text-[0.8125rem] text-ink-muted">Or enter this secret in the app:</p>
        <p className="mt-1 flex items-center gap-2">
          <code className="min-w-0 font-mono text-[0.8125rem] break-all select-all">
            {totp ? totp.secret.replace(/(.{4})(?=.)/g, '$1 ') : '…'}
          </code>
          {totp && <CopyButton text={totp.secret} of="the secret" onRefused={() => {}} />}
        </p>
      </li>
      <li>
        <p className="mb-3 font-medium">2. Enter the code that it shows now</p>
        <CodeForm
          label="Code from the app"
          submit="Turn it on"
          isDisabled={!id}
          onCode={async (code) => {
            if (!id) return undefined
            const refused = await ask((auth) => auth.mfa.challengeAndVerify({ factorId: id, code }))
            isProven.current = !refused
            if (!refused) onDone()
            return refused
          }}
        />
      </li>
    </ol>
  )
}

const enroll = () =>
  read(async (auth) => {
    const { data } = await auth.mfa.listFactors()
    const names = data?.all.map((factor) => factor.friendly_name ?? '') ?? []
    return auth.mfa.enroll({ factorType: 'totp', friendlyName: freeName('Authenticator app', names) })
  })

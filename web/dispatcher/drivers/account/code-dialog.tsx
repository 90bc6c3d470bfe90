import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createDriverCode, withdrawDriverCode } from '#domain/api/invitations.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { DriverCode, NewDriverCode } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { secondsLeft, spoken } from './time-left.ts'

type Props = {
  driver: Driver
  /** The newest code as the server knows it, which changes once a phone has used it. */
  current: DriverCode | null
  /** Whether the driver has an account that another phone uses. */
  isSecondPhone: boolean
  onClose: () => void
}

/** A QR code for the driver's phone. It says at once when it was used; closing withdraws one that was not. */
export function CodeDialog({ driver, current, isSecondPhone, onClose }: Props) {
  const {
    mutate,
    data: made,
    error,
    isPending,
  } = useMutation({
    mutationFn: () => call(createDriverCode, { params: { id: driver.id } }),
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    mutate()
  }, [mutate])
  const state = made && stateOf(made, current)
  const close = () => {
    if (current?.id === made?.id && current?.state === 'open') {
      // If nobody hears it, the code ends by itself.
      call(withdrawDriverCode, { params: { id: driver.id } }).catch(console.warn)
    }
    onClose()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Sign in ${driver.name}’s phone`}
      footer={
        <Button variant={state?.state === 'used' ? 'primary' : 'secondary'} onPress={close}>
          {state?.state === 'used' ? 'Done' : 'Close'}
        </Button>
      }
    >
      {isPending && <Spinner size="large" label="Making a code" />}
      {error && <LoadError title="No code was made" error={error} onRetry={() => mutate()} />}
      {made && state && !isPending && (
        <Code made={made} state={state} isSecondPhone={isSecondPhone} onAgain={() => mutate()} />
      )}
    </Dialog>
  )
}

/** The code as it is now. A newer one, which somebody else made, has ended it. */
function stateOf(made: NewDriverCode, current: DriverCode | null): DriverCode {
  if (current?.id === made.id) return current
  return current && current.created_at > made.created_at ? { ...made, state: 'withdrawn' } : made
}

type CodeProps = { made: NewDriverCode; state: DriverCode; isSecondPhone: boolean; onAgain: () => void }

function Code({ made, state, isSecondPhone, onAgain }: CodeProps) {
  const left = useSecondsLeft(made.expires_at)
  if (state.state === 'used') {
    return (
      <div role="status" className="grid justify-items-center gap-2 py-8 text-center">
        <CircleCheck aria-hidden="true" className="size-12 text-success-ink" />
        <p className="text-base font-semibold">The phone is signed in</p>
        <p className="text-ink-muted">{state.device ?? 'A phone'} used this code. It does not work again.</p>
      </div>
    )
  }
  if (state.state !== 'open' || left === 0) {
    return (
      <div role="status" className="grid justify-items-center gap-3 py-8 text-center">
        <Clock aria-hidden="true" className="size-10 text-ink-muted" />
        <p className="font-medium">This code no longer works</p>
        <Button variant="primary" onPress={onAgain}>
          Make a new one
        </Button>
      </div>
    )
  }
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p className="text-ink-muted">
        Let the driver scan it with the camera of their phone and press <b>Sign this phone in</b>. Show it to nobody
        else: whoever scans it first is this driver.
      </p>
      <div className="rounded-xl border bg-white p-3">
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(made.picture)}`}
          alt="QR code that signs the driver’s phone in"
          className="size-56"
        />
      </div>
      <p className="tabular-nums">
        Works once, for <span aria-live="off">{spoken(left)}</span>
      </p>
      {isSecondPhone && <p className="text-[0.8125rem] text-ink-muted">The phone used so far is then signed out.</p>}
    </div>
  )
}

function useSecondsLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return secondsLeft(until, now)
}

import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { keys } from '#web/lib/keys.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { read } from '../account-query.ts'
import { asLines, grouped } from './recovery-code-text.ts'

type CodesDialogProps = { isOpen: boolean; isRenewal: boolean; onClose: () => void }

/** Shows new recovery codes once. It closes only after the person confirms that they have saved them. */
export function CodesDialog({ isOpen, isRenewal, onClose }: CodesDialogProps) {
  const [isKept, setKept] = useState(false)
  const close = () => {
    setKept(false)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(is) => !is && close()}
      isDismissable={false}
      title="Your recovery codes"
      description="Each one lets you sign in once if you lose your phone. They are shown only now, so save them somewhere safe."
      footer={
        <Button variant="primary" isDisabled={!isKept} onPress={close}>
          Done
        </Button>
      }
    >
      <Codes isRenewal={isRenewal} isKept={isKept} onKept={setKept} />
    </Dialog>
  )
}

type CodesProps = { isRenewal: boolean; isKept: boolean; onKept: (isKept: boolean) => void }

function Codes({ isRenewal, isKept, onKept }: CodesProps) {
  // As it was when the dialog opened: once the new codes exist, it would always be true.
  const [renews] = useState(isRenewal)
  const made = useQuery({
    queryKey: keys.newRecoveryCodes,
    queryFn: () => read((auth) => (renews ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate())),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (made.error) {
    return <ErrorPanel message={made.error.message} isRetrying={made.isFetching} onRetry={() => void made.refetch()} />
  }
  const codes = made.data?.codes
  return (
    <div className="grid gap-4">
      <ul aria-label="Recovery codes" data-print className="grid gap-x-6 gap-y-2 rounded-xl border p-4 sm:grid-cols-2">
        {codes?.map((code) => (
          <li key={code} className="font-mono text-[0.8125rem] tabular-nums select-all">
            {grouped(code)}
          </li>
        ))}
        {!codes && Array.from({ length: 10 }, (_, at) => <Skeleton key={at} className="h-4 w-36" />)}
      </ul>
      {codes && (
        <div className="flex flex-wrap gap-2">
          <CopyButton text={asLines(codes)} of="all codes" onRefused={() => {}} />
          <Button
            size="small"
            icon={<Download aria-hidden="true" className="size-3.5" />}
            onPress={() => saveFile('karta-recovery-codes.txt', asLines(codes), 'text/plain')}
          >
            Download
          </Button>
          <Button
            size="small"
            icon={<Printer aria-hidden="true" className="size-3.5" />}
            onPress={() => window.print()}
          >
            Print
          </Button>
        </div>
      )}
      <Checkbox isSelected={isKept} onChange={onKept} isDisabled={!codes}>
        I have saved these codes
      </Checkbox>
    </div>
  )
}

import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  secret: string
  /** What it is called on the button, such as “key”. */
  noun: string
  /** How it is used. */
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret in full, for the only time. A press outside does not close the dialog. */
export function SecretOnce({ title, secret, noun, children, onClose }: Props) {
  const [copying, setCopying] = useState<'copied' | 'failed'>()
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopying('copied'),
      () => setCopying('failed'),
    )
  const isCopied = copying === 'copied'
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      isDismissable={false}
      footer={
        <Button variant={isCopied ? 'primary' : 'secondary'} onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warning" icon={<TriangleAlert />}>
          Copy it now and keep it safe. It is not shown again.
        </Banner>
        <code className="block rounded-lg border bg-sunken p-3 font-mono text-[0.8125rem] select-all wrap-anywhere">
          {secret}
        </code>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant={isCopied ? 'secondary' : 'primary'}
            autoFocus
            icon={
              isCopied ? (
                <Check aria-hidden="true" className="size-4" />
              ) : (
                <Copy aria-hidden="true" className="size-4" />
              )
            }
            onPress={() => void copy()}
          >
            Copy {noun}
          </Button>
          <output className="text-[0.8125rem] text-ink-muted">
            {copying === 'copied' && 'Copied.'}
            {copying === 'failed' &&
              `Your browser did not allow copying. Select the ${noun} above and copy it by hand.`}
          </output>
        </div>
        <p className="text-[0.8125rem] text-ink-muted">{children}</p>
      </div>
    </Dialog>
  )
}

import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { CreatedApiKey } from '#domain/schema/api-key.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shows a new key in full, for the only time. A press outside does not close the dialog. */
export function SecretOnce({ apiKey, onClose }: { apiKey: CreatedApiKey; onClose: () => void }) {
  const [copying, setCopying] = useState<'copied' | 'failed'>()
  const copy = () =>
    navigator.clipboard.writeText(apiKey.secret).then(
      () => setCopying('copied'),
      () => setCopying('failed'),
    )
  const isCopied = copying === 'copied'
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`The key of “${apiKey.name}”`}
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
          {apiKey.secret}
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
            Copy key
          </Button>
          <output className="text-[0.8125rem] text-ink-muted">
            {copying === 'copied' && 'Copied.'}
            {copying === 'failed' && 'Your browser did not allow copying. Select the key above and copy it by hand.'}
          </output>
        </div>
        <p className="text-[0.8125rem] text-ink-muted">
          Programs send it with every request, as <code className="font-mono">Authorization: Bearer</code> and the key.
          Anyone who has it can do what the key may, so keep it out of web pages and shared code.
        </p>
      </div>
    </Dialog>
  )
}

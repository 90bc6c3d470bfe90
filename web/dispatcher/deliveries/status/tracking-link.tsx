import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Copy, ExternalLink, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { getTrackingLink, renewTrackingLink } from '#domain/api/tracking.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The link to what the recipient sees: to copy, to open, and to replace by another one. */
export function TrackingLink({ delivery: { id, version } }: { delivery: Delivery }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const queryKey = [...keys.trackingLink(id), version]
  // Read before it is needed: browsers let a page copy only at once after a press.
  const found = useQuery({ queryKey, queryFn: ({ signal }) => call(getTrackingLink, { params: { id }, signal }) })
  const renew = useMutation({
    mutationFn: () => call(renewTrackingLink, { params: { id } }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSuccess: (link) => {
      client.setQueryData(queryKey, link)
      setAsking(false)
      toast({ title: 'New tracking link', action: { label: 'Copy', onPress: () => void copy(link.url) } })
    },
  })
  const url = found.data?.url
  const failed = () => toast({ tone: 'error', title: sentenceOf(found.error) })
  return (
    <>
      <Menu
        aria-label="Tracking link"
        trigger={
          <Button size="small">
            Tracking link
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
      >
        <MenuItem icon={<Copy />} onAction={() => (url ? void copy(url) : failed())}>
          Copy tracking link
        </MenuItem>
        <MenuItem icon={<ExternalLink />} onAction={() => (url ? window.open(url, '_blank', 'noopener') : failed())}>
          Open tracking page
        </MenuItem>
        <MenuItem icon={<RotateCcw />} onAction={() => setAsking(true)}>
          New link…
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Make a new tracking link?"
        confirmLabel="Make a new link"
        isPending={renew.isPending}
        onConfirm={() => renew.mutate()}
      >
        All links to this delivery that were sent before stop working.
      </ConfirmDialog>
    </>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Tracking link copied' })
  } catch {
    toast({ tone: 'error', title: 'The browser did not copy the link. Open the tracking page, and copy its address.' })
  }
}

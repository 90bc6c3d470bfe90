import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useRef } from 'react'
import { makeRouteLink } from '#domain/api/handovers.ts'
import type { RouteHandover } from '#domain/schema/handover.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type Props = { route: RouteHandover; zone: string; onClose: () => void }

/** The link to a route, to be copied, shared or scanned. It says at once when it was opened. */
export function LinkDialog({ route, zone, onClose }: Props) {
  const made = useQuery({
    queryKey: keys.routeLink(route.route_id),
    queryFn: () => call(makeRouteLink, { params: { id: route.route_id } }),
    staleTime: 0,
  })
  const openedAt = route.handover?.opened_at
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${route.driver_name}’s route`}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {made.isPending && <Spinner size="large" label="Making a link" />}
      {made.error && <LoadError title="No link was made" error={made.error} onRetry={() => void made.refetch()} />}
      {made.data && (
        <div className="grid gap-4">
          <p className="text-ink-muted">
            The driver scans it with the camera of their phone, or gets the link in a message. It opens the route
            without signing in, so give it to nobody else.
          </p>
          <div className="justify-self-center rounded-xl border bg-white p-3">
            <img
              src={`data:image/svg+xml;utf8,${encodeURIComponent(made.data.picture)}`}
              alt="QR code that opens the route"
              className="size-52"
            />
          </div>
          <LinkField url={made.data.url} title={`Route of ${route.driver_name}`} />
          <p role="status" className="text-[0.8125rem] text-ink-muted">
            {openedAt
              ? `Opened ${formatDateTime(openedAt, zone)}.`
              : `Not opened yet. It works until ${formatDateTime(made.data.expires_at, zone)}.`}
          </p>
        </div>
      )}
    </Dialog>
  )
}

function LinkField({ url, title }: { url: string; title: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex min-w-0 flex-1 basis-64 items-center rounded-lg border border-line-strong pr-1 pl-3">
        <input
          ref={field}
          readOnly
          aria-label="Link"
          value={url}
          className="min-h-10 min-w-0 flex-1 bg-transparent outline-none"
        />
        <CopyButton text={url} of="link" onRefused={() => field.current?.select()} />
      </div>
      {'share' in navigator && (
        <Button
          icon={<Share2 aria-hidden="true" className="size-4" />}
          // Closing the sheet of the phone refuses it, which is no failure.
          onPress={() => void navigator.share({ title, url }).catch(() => {})}
        >
          Share
        </Button>
      )}
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createTracker } from '#domain/api/positions.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Made = { token: string; url: string; picture: string }

/** OsmAnd fills in the braces. Its speed is not in knots, so it is left out; what it calls HDOP is in meters. */
const osmandAddress = (url: string, token: string) =>
  `${url}?id=${token}&lat={0}&lon={1}&timestamp={2}&accuracy={3}&bearing={6}`

/** Names a tracker, and then shows, once, what it has to be told. */
export function AddTrackerDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const [name, setName] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(createTracker, { params: { id: driver.id }, body: { name: name.trim() } }),
  })
  const add = () => {
    if (name.trim() && !isPending) mutate()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={data ? `Set up ${data.tracker.name}` : `Add a tracker for ${driver.name}`}
      footer={
        data ? (
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="primary" isPending={isPending} isDisabled={!name.trim()} onPress={add}>
              Add tracker
            </Button>
          </>
        )
      }
    >
      {error && <LoadError title="The tracker was not added" error={error} onRetry={add} />}
      {data ? (
        <SetUp made={data} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <TextField
            label="Name"
            description="What it is, such as Budi’s phone or the van’s tracker"
            isRequired
            autoFocus
            value={name}
            onChange={setName}
          />
        </form>
      )}
    </Dialog>
  )
}

function SetUp({ made: { token, url, picture } }: { made: Made }) {
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-1 pl-5 text-ink-muted">
        <li>Install Traccar Client on the phone and open its settings.</li>
        <li>Scan this code there, or enter the first two values by hand. They are shown only now.</li>
        <li>Turn tracking on, and let the app use the location all the time.</li>
      </ol>
      <div className="justify-self-center rounded-xl border bg-white p-3">
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(picture)}`}
          alt="QR code that sets a tracker up"
          className="size-52"
        />
      </div>
      <dl className="grid gap-3">
        <Value label="Device identifier" text={token} />
        <Value label="Server URL" text={url} />
        <Value label="OsmAnd: web address for online tracking" text={osmandAddress(url, token)} />
      </dl>
      <p className="text-ink-muted">
        Positions appear on the live map once the driver’s shift has begun. The driver begins it in Karta’s app.
      </p>
    </div>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-[0.8125rem] font-medium">{label}</dt>
      <dd className="mt-1 flex items-center justify-between gap-2 rounded-md border bg-sunken px-3 py-1.5">
        <code className="min-w-0 break-all select-all">{text}</code>
        <CopyButton text={text} of={label.toLowerCase()} onRefused={() => {}} />
      </dd>
    </div>
  )
}

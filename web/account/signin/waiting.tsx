import { Spinner } from '#web/ui/spinner.tsx'
import { EntryFrame } from './frame.tsx'

/** Shown until it is known whether the link is valid. */
export function Waiting({ title, label = 'Checking the link' }: { title: string; label?: string }) {
  return (
    <EntryFrame title={title}>
      <div className="grid place-items-center py-8">
        <Spinner size="large" label={label} />
      </div>
    </EntryFrame>
  )
}

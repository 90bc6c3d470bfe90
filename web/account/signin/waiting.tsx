import { Spinner } from '#web/ui/spinner.tsx'
import { EntryFrame } from './frame.tsx'

/** What a page shows until it knows what the link that led to it is worth. */
export function Waiting({ title, label = 'Checking the link' }: { title: string; label?: string }) {
  return (
    <EntryFrame title={title}>
      <div className="grid place-items-center py-8">
        <Spinner size="large" label={label} />
      </div>
    </EntryFrame>
  )
}

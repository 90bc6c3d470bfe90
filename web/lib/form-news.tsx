import { X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { formatAgo } from './format.ts'

type Undecided = { label: string; theirs: string; decide: (side: 'mine' | 'theirs') => void }
type Changed = {
  by: string | undefined
  at: string | undefined
  taken: string[]
  undecided: Undecided[]
  dismiss: () => void
}
type Deleted = { deletedBy: string; at: string; noun: string }

type FormNewsProps = {
  news: Changed | Deleted | undefined
  /** Brings the deleted record back, where that is possible. */
  onRestore?: (() => void) | undefined
}

/**
 * Says, above a form, what somebody else just saved, and lets the person choose where they disagree. It stays in view while
 * the form scrolls.
 */
export function FormNews({ news, onRestore }: FormNewsProps) {
  const isEmpty = !news || ('taken' in news && news.taken.length + news.undecided.length === 0)
  return (
    <div role="status" className="sticky -top-1 z-10 empty:hidden">
      {!isEmpty && (
        <div className="flex flex-col divide-y rounded-xl bg-raised shadow-raised *:px-3.5 *:py-2.5">
          {'taken' in news ? <ChangedNews news={news} /> : <DeletedNews news={news} onRestore={onRestore} />}
        </div>
      )}
    </div>
  )
}

function DeletedNews({ news: { deletedBy, at, noun }, onRestore }: { news: Deleted } & Omit<FormNewsProps, 'news'>) {
  return (
    <div>
      <p className="font-medium">
        {deletedBy} deleted this {noun} {formatAgo(at, new Date())}
      </p>
      <p className="text-ink-muted">What you entered is still here.</p>
      {onRestore && (
        <Button size="small" onPress={onRestore} className="mt-2">
          Restore {noun}
        </Button>
      )}
    </div>
  )
}

function ChangedNews({ news: { by, at, taken, undecided, dismiss } }: { news: Changed }) {
  const id = useId()
  const ago = at ? formatAgo(at, new Date()) : 'just now'
  const who = <span className="font-medium">{by ?? 'Somebody else'}</span>
  return (
    <>
      {taken.length > 0 && (
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 py-1">
            {who} changed {inWords(taken)} {ago}
          </p>
          <IconButton
            label="Dismiss"
            size="small"
            icon={<X aria-hidden="true" className="size-4" />}
            onPress={dismiss}
            className="-mr-1.5 text-ink-muted"
          />
        </div>
      )}
      {undecided.map(({ label, theirs, decide }, position) => (
        <div key={label}>
          <p id={`${id}-${position}`}>
            {who} changed <span className="font-medium">{label}</span> {ago}, and so did you
          </p>
          <p className="line-clamp-3 wrap-anywhere whitespace-pre-line text-ink-muted">
            {theirs ? `Theirs: ${theirs}` : 'Theirs is empty'}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="small" aria-describedby={`${id}-${position}`} onPress={() => decide('mine')}>
              Keep mine
            </Button>
            <Button size="small" aria-describedby={`${id}-${position}`} onPress={() => decide('theirs')}>
              Take theirs
            </Button>
          </div>
        </div>
      ))}
    </>
  )
}

/** `Phone`, `Phone and Notes`, `Phone, Notes and 3 more`. */
function inWords(labels: string[]): string {
  if (labels.length <= 2) return labels.join(' and ')
  const more = labels.length - 2
  return more === 1 ? `${labels[0]}, ${labels[1]} and ${labels[2]}` : `${labels[0]}, ${labels[1]} and ${more} more`
}

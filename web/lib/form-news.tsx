import { useId, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatAgo } from './format.ts'

type Undecided = { label: string; theirs: string; decide: (side: 'mine' | 'theirs') => void }
type Changed = { by: string | undefined; at: string | undefined; taken: string[]; undecided: Undecided[] }
type Deleted = { deletedBy: string; at: string; noun: string }

type FormNewsProps = {
  news: Changed | Deleted | undefined
  /** Brings the deleted record back, where that is possible. */
  onRestore?: (() => void) | undefined
}

/** Says, above a form, what somebody else just saved, and lets the person choose where they disagree. */
export function FormNews({ news, onRestore }: FormNewsProps) {
  return (
    <div role="status" className="sticky top-0 z-10 flex flex-col gap-2 empty:hidden">
      {news && 'deletedBy' in news && <DeletedNews news={news} onRestore={onRestore} />}
      {news && 'taken' in news && <ChangedNews news={news} />}
    </div>
  )
}

function DeletedNews({ news: { deletedBy, at, noun }, onRestore }: { news: Deleted } & Omit<FormNewsProps, 'news'>) {
  return (
    <Note>
      <p className="font-medium">
        {deletedBy} deleted this {noun} {formatAgo(at, new Date())}
      </p>
      <p className="text-ink-muted">What you entered is still here.</p>
      {onRestore && (
        <Button size="small" onPress={onRestore} className="mt-2">
          Restore {noun}
        </Button>
      )}
    </Note>
  )
}

function ChangedNews({ news: { by, at, taken, undecided } }: { news: Changed }) {
  const id = useId()
  const ago = at ? formatAgo(at, new Date()) : 'just now'
  const who = by ?? 'Somebody else'
  return (
    <>
      {taken.length > 0 && (
        <Note>
          <span className="font-medium">{who}</span> changed {inWords(taken)} {ago}
        </Note>
      )}
      {undecided.map(({ label, theirs, decide }, position) => (
        <Note key={label}>
          <p id={`${id}-${position}`}>
            <span className="font-medium">{who}</span> changed <span className="font-medium">{label}</span> {ago}, and
            so did you
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
        </Note>
      ))}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <div className="rounded-xl border border-line-strong bg-raised px-3.5 py-2.5 shadow-card">{children}</div>
}

/** `Phone`, `Phone and Notes`, `Phone, Notes and 3 more`. */
function inWords(labels: string[]): string {
  if (labels.length <= 2) return labels.join(' and ')
  const more = labels.length - 2
  return more === 1 ? `${labels[0]}, ${labels[1]} and ${labels[2]}` : `${labels[0]}, ${labels[1]} and ${more} more`
}

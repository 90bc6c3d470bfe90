import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useWords } from '../words/use-words.tsx'

/** A question over the page, from below, where thumbs are. Focus stays in it and returns where it was. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { say } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = dialog.current!
    opened.showModal()
    return () => opened.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
      className="mx-auto mt-auto mb-0 w-full max-w-xl rounded-t-3xl bg-raised p-0 text-ink backdrop:bg-scrim"
    >
      <div className="grid gap-4 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <div className="flex items-center gap-2">
          <h2 className="grow text-lg font-bold">{title}</h2>
          <button
            type="button"
            aria-label={say('close')}
            onClick={onClose}
            className="focus-ring grid size-12 place-items-center rounded-full pressed:bg-pressed"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

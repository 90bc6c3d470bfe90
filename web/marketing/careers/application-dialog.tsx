import { X } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import type { Position } from './positions.ts'
import { ApplicationForm } from './application-form.tsx'

/**
 * The application form for one position. The draft is saved, so Escape or a click outside can safely close the dialog.
 * The browser returns focus to where it was.
 */
export function ApplicationDialog({ position, onClose }: { position: Position; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    return () => dialog.close()
  }, [])
  const close = () => ref.current?.close()
  return (
    <dialog
      ref={ref}
      aria-labelledby="application-title"
      onClose={onClose}
      onClick={(event) => isOnBackdrop(event) && close()}
      className="m-auto max-h-[min(100dvh,54rem)] w-full max-w-xl overflow-y-auto overscroll-contain rounded-2xl bg-raised text-ink shadow-raised backdrop:bg-scrim max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none"
    >
      <div className="p-6 text-base leading-relaxed sm:p-8">
        <div className="flex items-start justify-between gap-4">
          <h2 id="application-title" className="text-2xl leading-tight font-semibold tracking-tight">
            Apply: {position.title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={close}
            className="focus-ring -mt-1 -mr-2 grid size-9 shrink-0 place-items-center rounded-lg text-ink-muted hover:bg-hover pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <p className="mt-1 mb-6 text-ink-muted">
          {position.department} · {position.location} · {position.type}
        </p>
        <ApplicationForm position={position} onReturn={close} />
      </div>
    </dialog>
  )
}

/** A click whose target is the dialog but that lies outside its edges hit the backdrop. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

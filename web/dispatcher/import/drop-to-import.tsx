import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '#web/lib/me.ts'
import { offerFile } from './dropped-file.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Dialogs and fields take files and texts themselves. */
const isBusy = (target: EventTarget | null) =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
  (target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null)

/** Takes a file that is dropped or pasted anywhere on the page, and opens the import of deliveries with it. */
export function DropToImport() {
  const mayAdd = useMay('add_deliveries')
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  })
  useEffect(() => {
    if (!mayAdd) return
    const listening = new AbortController()
    const { signal } = listening
    const start = (file: File | undefined) => {
      if (!file) return
      offerFile(file)
      void latest.current('/dashboard/deliveries?import=1')
    }
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || isBusy(null)) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || isBusy(null)) return
      event.preventDefault()
      start(event.dataTransfer?.files[0])
    }
    const paste = (event: ClipboardEvent) => {
      if (!isBusy(event.target)) start(event.clipboardData?.files[0])
    }
    document.addEventListener('dragenter', over, { signal })
    document.addEventListener('dragover', over, { signal })
    // Leaving the window has nothing that it leaves for.
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [mayAdd])
  if (!isOver) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-canvas/80 p-6 backdrop-blur-xs"
    >
      <div className="flex size-full flex-col items-center justify-center gap-3 rounded-2xl border-2 border-dashed border-brand bg-brand-soft/60 text-brand-ink">
        <Upload className="size-8" />
        <p className="text-lg font-semibold">Drop to import</p>
        <p>An Excel or CSV file with deliveries</p>
      </div>
    </div>
  )
}

import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components'
import { Button } from './button.tsx'

type FileDropProps = {
  label: string
  description?: ReactNode
  /** File extensions or media types, such as `.csv` and `text/csv`. */
  accept: readonly string[]
  /** Gets one file, or as many as somebody gives with `isForMany`. */
  onFiles: (files: File[]) => void
  isForMany?: boolean
  isDisabled?: boolean
}

/** A place to drop or paste a file, or to choose one with a button. */
export function FileDrop({ label, description, accept, onFiles, isForMany = false, isDisabled }: FileDropProps) {
  return (
    <DropZone
      isDisabled={isDisabled}
      getDropOperation={() => 'copy'}
      onDrop={async (event) => {
        const items = event.items.filter(isFileDropItem).slice(0, isForMany ? undefined : 1)
        if (items.length) onFiles(await Promise.all(items.map((item) => item.getFile())))
      }}
      className="focus-ring flex flex-col items-center rounded-xl border-2 border-dashed border-line-strong bg-sunken/50 px-6 py-10 text-center transition-colors data-drop-target:border-brand data-drop-target:bg-brand-soft"
    >
      <span
        aria-hidden="true"
        className="mb-3 grid size-11 place-items-center rounded-2xl bg-brand-soft text-brand-ink"
      >
        <Upload className="size-5" />
      </span>
      <Text slot="label" className="font-semibold">
        {label}
      </Text>
      {description && <p className="mt-1 max-w-md text-ink-muted">{description}</p>}
      <FileTrigger
        acceptedFileTypes={accept}
        allowsMultiple={isForMany}
        onSelect={(files) => {
          if (files?.length) onFiles([...files])
        }}
      >
        <Button className="mt-4" isDisabled={isDisabled}>
          {isForMany ? 'Choose files' : 'Choose a file'}
        </Button>
      </FileTrigger>
    </DropZone>
  )
}

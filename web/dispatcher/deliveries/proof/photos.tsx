import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button as AriaButton } from 'react-aria-components'
import type { DeliveryProof, ShownPhoto } from '#domain/schema/proof.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Flags } from './flags.tsx'
import { Photo } from './photo.tsx'
import { PlaceLine } from './place-line.tsx'
import { photoStateWords } from './proof-words.ts'
import { photoQuery } from './use-proofs.ts'

type PhotosProps = {
  title: string
  photos: readonly ShownPhoto[]
  flagsOf: (id: string) => DeliveryProof['flags']
}

/** Photos as small pictures, each of which opens large. */
export function Photos({ title, photos, flagsOf }: PhotosProps) {
  const [opened, setOpened] = useState<number>()
  if (photos.length === 0) return null
  const label = (at: number) => `${title}, ${at + 1} of ${photos.length}`
  const shown = opened === undefined ? undefined : photos[opened]
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, at) => (
          <li key={photo.id} className="flex flex-col gap-1.5">
            <AriaButton
              aria-label={label(at)}
              onPress={() => setOpened(at)}
              className="focus-ring aspect-[4/3] w-full cursor-pointer overflow-hidden rounded-xl border"
            >
              <Photo photo={photo} label={label(at)} className="size-full" />
            </AriaButton>
            <span className="flex flex-wrap gap-1 empty:hidden">
              <Flags flags={flagsOf(photo.id)} />
            </span>
            <PlaceLine of={photo} />
          </li>
        ))}
      </ul>
      {shown && (
        <Large
          photo={shown}
          label={label(opened!)}
          onMove={photos.length > 1 ? (by) => setOpened((opened! + by + photos.length) % photos.length) : undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

type LargeProps = {
  photo: ShownPhoto
  label: string
  onMove: ((by: 1 | -1) => void) | undefined
  onClose: () => void
}

/** A photo in full, with its hash, and ways to the others. */
function Large({ photo, label, onMove, onClose }: LargeProps) {
  const content = useQuery({ ...photoQuery(photo.id), enabled: photo.url !== null })
  const download = () => {
    const link = document.createElement('a')
    link.href = content.data!
    link.download = `photo-${photo.id.slice(0, 8)}.${photo.media_type.split('/')[1]}`
    link.click()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="large"
      title={label}
      footer={
        <>
          {onMove && (
            <span className="mr-auto flex gap-1">
              <IconButton
                label="The one before"
                icon={<ChevronLeft aria-hidden="true" className="size-5" />}
                onPress={() => onMove(-1)}
              />
              <IconButton
                label="The next one"
                icon={<ChevronRight aria-hidden="true" className="size-5" />}
                onPress={() => onMove(1)}
              />
            </span>
          )}
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            isDisabled={!content.data}
            onPress={download}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Photo photo={photo} label={label} className="max-h-[60vh] min-h-40 w-full rounded-xl bg-sunken" isWhole />
        <PlaceLine of={photo} />
        {photoStateWords[photo.state] && <p className="font-medium">{photoStateWords[photo.state]}</p>}
        <p className="font-mono text-xs text-ink-muted wrap-anywhere">SHA-256 {photo.sha256}</p>
      </div>
    </Dialog>
  )
}

import { ImagePlus, X } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { AttachedPhoto } from './use-photo.ts'

/** The photo that goes with a message, or the way to add one. It can be pasted and dropped too. */
export function PhotoField({ photo, isDisabled }: { photo: AttachedPhoto; isDisabled: boolean }) {
  const { url, isPreparing, problem, progress, add, remove } = photo
  return (
    <div className="grid gap-2">
      {isPreparing ? (
        <Skeleton className="h-24 w-32 rounded-lg" />
      ) : url ? (
        <div className="relative justify-self-start">
          <img src={url} alt="Goes with this message" className="max-h-32 max-w-56 rounded-lg border object-contain" />
          <span className="absolute -top-2 -right-2 rounded-full border bg-raised shadow-card">
            <IconButton
              label="Remove the photo"
              size="small"
              isDisabled={isDisabled}
              icon={<X aria-hidden="true" className="size-4" />}
              onPress={remove}
            />
          </span>
        </div>
      ) : (
        <FileTrigger
          acceptedFileTypes={['image/jpeg', 'image/png', 'image/webp', 'image/heic']}
          onSelect={(files) => {
            if (files?.[0]) void add(files[0])
          }}
        >
          <Button
            size="small"
            variant="quiet"
            className="justify-self-start"
            isDisabled={isDisabled}
            icon={<ImagePlus aria-hidden="true" className="size-4" />}
          >
            Add a photo
          </Button>
        </FileTrigger>
      )}
      {progress !== undefined && <ProgressBar label="Sending the photo" value={progress * 100} />}
      {problem && (
        <p role="alert" className="text-[0.8125rem] font-medium text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
}

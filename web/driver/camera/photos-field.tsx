import { X } from 'lucide-react'
import { useWords } from '../words/use-words.tsx'
import { PhotoPress } from './photo-press.tsx'
import { ShownPhoto } from './shown-photo.tsx'
import type { TakenPhoto } from './take-photo.ts'

type PhotosFieldProps = {
  label: string
  /** Kept with the form until it is sent, also when the app was closed meanwhile. */
  photos: readonly TakenPhoto[]
  onChange: (photos: TakenPhoto[]) => void
  most?: number
}

/** Some photos of a form. */
export function PhotosField({ label, photos, onChange, most = 5 }: PhotosFieldProps) {
  const { say } = useWords()
  return (
    <div className="grid gap-2">
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {photos.map(({ photo, kept }, at) => {
            const name = say('photo.number', { number: at + 1 })
            return (
              <li key={photo.id} className="relative">
                <ShownPhoto id={photo.id} blob={kept.blob} label={name} />
                <button
                  type="button"
                  aria-label={say('photo.remove', { name })}
                  onClick={() => onChange(photos.filter((each) => each.photo.id !== photo.id))}
                  className="focus-ring absolute -end-3 -top-3 grid size-11 place-items-center rounded-full"
                >
                  <span className="grid size-7 place-items-center rounded-full bg-ink text-ground">
                    <X aria-hidden="true" className="size-4" />
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {photos.length < most && (
        <PhotoPress
          label={photos.length ? say('photo.another') : label}
          onTaken={(taken) => onChange([...photos, taken])}
        />
      )}
    </div>
  )
}

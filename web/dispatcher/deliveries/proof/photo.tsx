import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import type { ShownPhoto } from '#domain/schema/proof.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { photoStateWords } from './proof-words.ts'
import { photoQuery } from './use-proofs.ts'

type PhotoProps = {
  photo: ShownPhoto
  label: string
  className: string
  /** Not cut to its frame. */ isWhole?: boolean
}

/** A photo, or why it is not there. */
export function Photo({ photo, label, className, isWhole = false }: PhotoProps) {
  const content = useQuery({ ...photoQuery(photo.id), enabled: photo.url !== null })
  const why = photoStateWords[photo.state] ?? (content.error ? 'Could not be loaded' : undefined)
  if (content.data) {
    return <img src={content.data} alt={label} className={cx(className, isWhole ? 'object-contain' : 'object-cover')} />
  }
  if (photo.url !== null && !content.error) return <Skeleton className={className} />
  return (
    <span className={cx(className, 'flex flex-col items-center justify-center gap-1.5 bg-sunken p-2 text-center')}>
      <ImageOff aria-hidden="true" className="size-5 text-ink-muted" />
      <span className="text-[0.8125rem] text-ink-muted">{why}</span>
    </span>
  )
}

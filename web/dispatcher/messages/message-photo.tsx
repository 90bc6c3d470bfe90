import { useQuery } from '@tanstack/react-query'
import type { Message } from '#domain/schema/message.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { messagePhotoQuery } from './message-queries.ts'

const why: Record<NonNullable<Message['photo']>['state'], string> = {
  expected: 'The photo is on its way from the phone.',
  stored: 'The photo could not be loaded.',
  mismatch: 'Something else arrived than the photo that was taken.',
  not_an_image: 'What arrived is no photo.',
  removed: 'The photo was removed.',
}

/** A photo of a message, or why it is not there. */
export function MessagePhoto({ id, photo }: { id: string; photo: NonNullable<Message['photo']> }) {
  const content = useQuery({ ...messagePhotoQuery(id), enabled: photo.url !== null })
  if (content.data) {
    return (
      <a href={content.data} target="_blank" rel="noreferrer" className="focus-ring rounded-lg">
        <img src={content.data} alt="Sent with this message" className="h-48 max-w-full rounded-lg object-contain" />
      </a>
    )
  }
  if (photo.url !== null && !content.error) return <Skeleton className="h-48 w-56" />
  return <p className="italic">{why[photo.state]}</p>
}

import { PhotoPress } from '../camera/photo-press.tsx'
import { ShownPhoto } from '../camera/shown-photo.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'
import type { OwnProof } from './judge-taken.ts'

/** The photos that were taken here, for a look, and for another one if they are blurred. */
export function TakenPhotos({ own, take }: { own: readonly OwnProof[]; take: ProofFormProps['take'] }) {
  const { say } = useWords()
  const photos = own.flatMap(({ proof }) => (proof.kind === 'photo' ? [proof.photo] : []))
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {photos.map(({ id }, at) => (
          <li key={id}>
            <ShownPhoto id={id} label={say('photo.number', { number: at + 1 })} />
          </li>
        ))}
      </ul>
      <PhotoPress
        label={say('photo.another')}
        onTaken={({ photo, kept }) => void take({ kind: 'photo', photo }, kept)}
      />
    </>
  )
}

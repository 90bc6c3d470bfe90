import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { Press, type PressLook } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import type { TakenPhoto } from './take-photo.ts'
import { useCamera } from './use-camera.ts'

type PhotoPressProps = {
  label: string
  look?: PressLook
  isLarge?: boolean
  disabled?: boolean
  /** The label is spoken only. */
  isIcon?: boolean
  onTaken: (taken: TakenPhoto) => void
}

/** Opens the phone's own camera, which knows best how to focus, to light and to take again. */
export function PhotoPress({ label, isIcon, onTaken, ...rest }: PhotoPressProps) {
  const input = useRef<HTMLInputElement>(null)
  const { take, isPending, problem } = useCamera()
  return (
    <>
      <Problem text={problem} />
      <Press
        {...rest}
        aria-label={isIcon ? label : undefined}
        className={isIcon ? 'w-12 shrink-0 px-0' : undefined}
        isPending={isPending}
        icon={<Camera aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => input.current?.click()}
      >
        {!isIcon && label}
      </Press>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Otherwise the same file cannot be chosen again.
          target.value = ''
          if (file) void take(file).then((taken) => taken && onTaken(taken))
        }}
      />
    </>
  )
}

import { useState } from 'react'
import { initials } from '#web/ui/avatar.tsx'

/** The picture of an app, or its initials if there is none or it cannot be shown. */
export function AppLogo({ name, url }: { name: string; url: string }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-xl border bg-brand-soft font-semibold text-brand-ink"
    >
      {url && !isBroken ? (
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full bg-white object-contain"
          onError={() => setBroken(true)}
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}

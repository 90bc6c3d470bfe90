import { CircleUserRound, LayoutDashboard } from 'lucide-react'
import { Link } from 'react-router'
import { useSeenEmail } from '#web/lib/session-trace.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useDisclosure } from './use-disclosure.ts'

const item = 'flex items-center gap-2.5 rounded-lg px-3 py-2 font-medium hover:bg-hover [&>svg]:size-4.5'

export function AvatarMenu() {
  const { ref, onKeyDown } = useDisclosure()
  const email = useSeenEmail()
  return (
    <details ref={ref} name="navigation" onKeyDown={onKeyDown} className="relative">
      <summary
        aria-label="Account menu"
        className="block cursor-pointer list-none rounded-full [&::-webkit-details-marker]:hidden"
      >
        <Avatar name={email || '?'} />
      </summary>
      <div className="absolute top-full right-0 mt-2 w-60 rounded-xl bg-raised p-2 shadow-raised">
        {email && <p className="truncate border-b px-3 pt-1 pb-2.5 text-[0.8125rem] text-ink-muted">{email}</p>}
        <ul className="mt-1 grid gap-0.5">
          <li>
            <Link to="/dashboard" className={item}>
              <LayoutDashboard aria-hidden="true" />
              Dashboard
            </Link>
          </li>
          <li>
            <Link to="/my-account" className={item}>
              <CircleUserRound aria-hidden="true" />
              My Account
            </Link>
          </li>
        </ul>
      </div>
    </details>
  )
}

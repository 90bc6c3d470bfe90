import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import type { PageLink } from '../navigation.ts'
import { navigationLook } from './navigation-look.ts'
import { useDisclosure } from './use-disclosure.ts'

export function NavigationDropdown({ label, links }: { label: string; links: readonly PageLink[] }) {
  const { ref, onKeyDown } = useDisclosure()
  return (
    <details ref={ref} name="navigation" onKeyDown={onKeyDown} className="group relative">
      <summary className={`${navigationLook} list-none group-open:text-ink [&::-webkit-details-marker]:hidden`}>
        {label}
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full left-0 mt-2 grid w-80 gap-0.5 rounded-xl bg-raised p-2 shadow-raised">
        {links.map((link) => (
          <li key={link.href}>
            <Link to={link.href} prefetch="intent" className="block rounded-lg px-3 py-2 hover:bg-hover">
              <span className="block font-medium">{link.label}</span>
              <span className="block text-[0.8125rem] text-ink-muted">{link.text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

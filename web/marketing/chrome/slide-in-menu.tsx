import { Menu, X } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import { asNewcomer, featureLinks, navigationLinks, useCaseLinks, type PageLink } from '../navigation.ts'
import { useOnNavigation } from './use-on-navigation.ts'

const menuId = 'site-menu'

/** Opens the menu on small screens, even without JavaScript. */
export function MenuButton() {
  return (
    <button
      type="button"
      popoverTarget={menuId}
      aria-label="Open menu"
      className={cx(buttonStyle('quiet', 'medium', true), 'lg:hidden')}
    >
      <Menu aria-hidden="true" className="size-5" />
    </button>
  )
}

/** The menu on small screens. As a native popover, it closes on Escape and on a click outside. */
export function SlideInMenu() {
  const ref = useRef<HTMLDivElement>(null)
  useOnNavigation(() => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
  })
  return (
    <div id={menuId} ref={ref} popover="auto" aria-label="Menu" role="dialog" className="slide-in-menu">
      <div className="flex h-16 items-center justify-between border-b px-5">
        <Logo />
        <button
          type="button"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          aria-label="Close menu"
          className={buttonStyle('quiet', 'medium', true)}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <nav aria-label="Menu" className="grid gap-6 px-5 py-6 text-base">
        <MenuGroup title="Product Features" links={featureLinks} />
        <MenuGroup title="Use Cases" links={useCaseLinks} />
        <MenuGroup title="More" links={navigationLinks} />
        <div className="grid gap-2 member:hidden">
          <ButtonLink to="/signin" size="large">
            Sign In
          </ButtonLink>
          <ButtonLink to="/signin" state={asNewcomer} size="large" variant="primary">
            Start Free Trial
          </ButtonLink>
        </div>
        <div className="hidden gap-2 member:grid">
          <ButtonLink to="/dashboard" size="large" variant="primary">
            Dashboard
          </ButtonLink>
          <ButtonLink to="/my-account" size="large">
            My Account
          </ButtonLink>
        </div>
      </nav>
    </div>
  )
}

function MenuGroup({ title, links }: { title: string; links: readonly (PageLink & { state?: unknown })[] }) {
  return (
    <div>
      <h2 className="px-3 text-[0.8125rem] font-medium text-ink-faint">{title}</h2>
      <ul className="mt-1 grid">
        {links.map((link) => (
          <li key={link.label}>
            <Link
              to={link.href}
              state={link.state}
              className="flex min-h-11 items-center rounded-lg px-3 font-medium active:bg-hover"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

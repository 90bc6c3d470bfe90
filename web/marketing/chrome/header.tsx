import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { asNewcomer, featureLinks, navigationLinks, useCaseLinks } from '../navigation.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { navigationLook } from './navigation-look.ts'
import { NavigationDropdown } from './navigation-dropdown.tsx'
import { MenuButton, SlideInMenu } from './slide-in-menu.tsx'

/** Contains both the guest’s and the member’s links. CSS shows one of the two, so hydration shifts nothing. */
export function Header() {
  return (
    <header className="sticky top-0 z-40 border-b bg-surface/92 backdrop-blur-md print:hidden">
      <nav aria-label="Main" className="mx-auto flex h-16 max-w-6xl items-center gap-0.5 px-5 text-sm">
        <Link to="/" aria-label="Karta, home" className="mr-3 rounded-md">
          <Logo />
        </Link>
        <div className="hidden flex-1 items-center gap-0.5 lg:flex">
          <NavigationDropdown label="Product Features" links={featureLinks} />
          <NavigationDropdown label="Use Cases" links={useCaseLinks} />
          {navigationLinks.map((link) => (
            <Link key={link.label} to={link.href} state={link.state} prefetch="intent" className={navigationLook}>
              {link.label}
            </Link>
          ))}
        </div>
        <div className="ml-auto flex items-center gap-2">
          <ButtonLink to="/signin" variant="quiet" className="max-sm:hidden member:hidden">
            Sign In
          </ButtonLink>
          <ButtonLink to="/signin" state={asNewcomer} variant="primary" className="max-sm:hidden member:hidden">
            Start Free Trial
          </ButtonLink>
          <div className="hidden member:block">
            <AvatarMenu />
          </div>
          <MenuButton />
        </div>
      </nav>
      <SlideInMenu />
    </header>
  )
}

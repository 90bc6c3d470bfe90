import { Menu as MenuIcon } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import { Outlet } from 'react-router'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { asNewcomer, footerColumns, legalLinks, navigationLinks, type PageLink } from './navigation.ts'

export default function MarketingLayout() {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <Navigation />
      <main className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}

function Navigation() {
  const isSignedIn = useSeemsSignedIn()
  return (
    <header className="sticky top-0 z-40 border-b bg-surface/90 backdrop-blur-md">
      <nav aria-label="Main" className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-5">
        <AriaLink href="/" aria-label="Karta, home" className="focus-ring mr-auto rounded-md">
          <Logo />
        </AriaLink>
        {navigationLinks.map((link) => (
          <AriaLink
            key={link.label}
            href={link.href}
            className="focus-ring hidden rounded-md px-3 py-2 font-medium text-ink-muted data-hovered:text-ink md:block"
          >
            {link.label}
          </AriaLink>
        ))}
        {isSignedIn ? (
          <ButtonLink href="/dashboard" variant="primary" className="max-md:hidden">
            Dashboard
          </ButtonLink>
        ) : (
          <>
            <ButtonLink href="/signin" variant="quiet" className="max-md:hidden">
              Sign In
            </ButtonLink>
            <ButtonLink href="/signin" routerOptions={asNewcomer} variant="primary" className="max-md:hidden">
              Start Free Trial
            </ButtonLink>
          </>
        )}
        <SlideInMenu />
      </nav>
    </header>
  )
}

function SlideInMenu() {
  const [isOpen, setOpen] = useState(false)
  const isSignedIn = useSeemsSignedIn()
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label="Open menu"
        hasTooltip={false}
        icon={<MenuIcon aria-hidden="true" className="size-5" />}
        className="md:hidden"
        onPress={() => setOpen(true)}
      />
      <Drawer isOpen={isOpen} onOpenChange={setOpen} title="Menu">
        <nav aria-label="Main" className="grid gap-1">
          {navigationLinks.map((link) => (
            <AriaLink
              key={link.label}
              href={link.href}
              onPress={close}
              className="focus-ring rounded-lg px-3 py-3 text-base font-medium"
            >
              {link.label}
            </AriaLink>
          ))}
          {isSignedIn ? (
            <ButtonLink href="/dashboard" size="large" variant="primary" className="mt-2" onPress={close}>
              Dashboard
            </ButtonLink>
          ) : (
            <>
              <ButtonLink href="/signin" size="large" className="mt-2" onPress={close}>
                Sign In
              </ButtonLink>
              <ButtonLink
                href="/signin"
                routerOptions={asNewcomer}
                size="large"
                variant="primary"
                className="mt-1"
                onPress={close}
              >
                Start Free Trial
              </ButtonLink>
            </>
          )}
        </nav>
      </Drawer>
    </>
  )
}

function Footer() {
  return (
    <footer className="border-t bg-ground">
      <div className="mx-auto flex max-w-6xl flex-wrap gap-x-16 gap-y-8 px-5 py-12">
        <div className="mr-auto max-w-xs">
          <Logo />
          <p className="mt-3 text-ink-muted">Optimizing last-mile delivery for businesses of all sizes.</p>
        </div>
        {footerColumns.map((column) => (
          <FooterColumn key={column.title} title={column.title} links={column.links} />
        ))}
      </div>
      <div className="mx-auto max-w-6xl px-5 text-[0.8125rem] text-ink-muted">
        <div className="flex flex-wrap gap-x-6 gap-y-2 border-t py-5">
          <Copyright />
          {legalLinks.map((link) => (
            <Link key={link.label} href={link.href} className="font-normal">
              {link.label}
            </Link>
          ))}
        </div>
      </div>
    </footer>
  )
}

/** The page is written to a file by the build; the year is the reader's, so it comes when the page is alive. */
function Copyright() {
  const year = useSyncExternalStore<number | undefined>(never, thisYear, noYear)
  return <p className="mr-auto">© {year && `${year} `}Karta. All rights reserved.</p>
}

const never = () => () => {}
const thisYear = () => new Date().getFullYear()
const noYear = () => undefined

function FooterColumn({ title, links }: { title: string; links: readonly PageLink[] }) {
  return (
    <div>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-3 grid gap-2">
        {links.map((link) => (
          <li key={link.label}>
            <AriaLink href={link.href} className="focus-ring rounded-sm text-ink-muted data-hovered:text-ink">
              {link.label}
            </AriaLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { ArrowUpRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { Logo } from '#web/ui/logo.tsx'
import { footerColumns, legalLinks, type PageLink } from '../navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const linkLook = 'inline-flex items-center gap-1 rounded-sm py-1 text-ink-muted hover:text-ink hover:underline'

export function Footer() {
  return (
    <footer className="border-t bg-ground text-sm print:hidden">
      <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-9 px-5 py-14 max-sm:grid-cols-2 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full max-w-xs lg:col-span-1">
          <Logo />
          <p className="mt-3 text-ink-muted">Optimizing last-mile delivery for businesses of all sizes.</p>
          <ThemeSwitch />
        </div>
        {footerColumns.map((column) => (
          <FooterColumn key={column.title} title={column.title} links={column.links} />
        ))}
      </div>
      <div className="mx-auto max-w-6xl px-5">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t py-5 text-[0.8125rem] text-ink-muted">
          <Copyright />
          {legalLinks.map((link) => (
            <Link key={link.label} to={link.href} className={linkLook}>
              {link.label}
            </Link>
          ))}
        </div>
      </div>
    </footer>
  )
}

/** The page is prerendered, perhaps in an earlier year than the visitor's. */
function Copyright() {
  const year = useSyncExternalStore(never, thisYear, yearOfBuild)
  return <p className="mr-auto max-sm:w-full">© {year} Karta. All rights reserved.</p>
}

const never = () => () => {}
const thisYear = () => new Date().getFullYear()
const yearOfBuild = () => import.meta.env.BUILD_YEAR

function FooterColumn({ title, links }: { title: string; links: readonly PageLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2.5 grid gap-1">
        {links.map((link) => (
          <li key={link.label}>
            {link.href.startsWith('/') ? (
              <Link to={link.href} className={linkLook}>
                {link.label}
              </Link>
            ) : (
              <a href={link.href} target="_blank" rel="noopener noreferrer" className={linkLook}>
                {link.label}
                <ArrowUpRight aria-hidden="true" className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

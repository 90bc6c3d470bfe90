const sections = [
  ['overview', 'Overview'],
  ['email', 'Email'],
  ['password', 'Password'],
  ['second-factors', 'Second factor'],
  ['passkeys', 'Passkeys'],
  ['linked-accounts', 'Ways to sign in'],
  ['sessions', 'Devices'],
  ['apps', 'Apps'],
  ['your-data', 'Your data'],
  ['delete-account', 'Delete account'],
] as const

/** Links to the sections, beside the page where there is room. */
export function SideNavigation() {
  return (
    <nav aria-label="My Account" className="sticky top-22 hidden self-start lg:block">
      <ul className="grid gap-0.5">
        {sections.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="focus-ring -mx-3 block rounded-lg px-3 py-1.5 text-ink-muted hover:bg-hover hover:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

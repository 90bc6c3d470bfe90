import { cx } from '#web/ui/cx.ts'

/** The planning page with a day of sample data, in the theme of the page. On a phone its map is cut out. */
export function PlanningPicture() {
  return (
    <>
      <Picture theme="light" className="dark:hidden" />
      <Picture theme="dark" className="hidden dark:block" />
    </>
  )
}

/** A hidden picture is not fetched. */
function Picture({ theme, className }: { theme: 'light' | 'dark'; className: string }) {
  return (
    <img
      src={`/pictures/planning-${theme}.webp`}
      alt="The planning page: a map of Jakarta with four colored routes, and beside it each driver’s stops, kilometers, hours and load."
      width={2160}
      height={1350}
      loading="lazy"
      decoding="async"
      className={cx(
        'aspect-[4/5] w-full rounded-2xl border object-cover object-[36%_0] shadow-raised sm:aspect-[8/5]',
        className,
      )}
    />
  )
}

import { cx } from '#web/ui/cx.ts'

/** A screenshot of the planning page with sample data, in the visitor’s theme. Phones see the map cropped. */
export function PlanningPicture() {
  return (
    <>
      <Picture theme="light" className="dark:hidden" />
      <Picture theme="dark" className="hidden dark:block" />
    </>
  )
}

/** Browsers don’t fetch a hidden lazy image, so only one theme is loaded. */
function Picture({ theme, className }: { theme: 'light' | 'dark'; className: string }) {
  return (
    <img
      src={`/pictures/planning-${theme}.webp`}
      alt="The planning page: a map of Jakarta with four colored routes next to each driver’s stops, kilometers, hours and load."
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

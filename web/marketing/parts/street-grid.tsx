/** A faint street map behind a section. Decorative, so it is hidden from screen readers. */
export function StreetGrid() {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 -z-10 size-full bg-ground [mask-image:linear-gradient(to_bottom,black,transparent_92%)]"
    >
      <defs>
        <pattern id="streets" width="168" height="168" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)">
          <g fill="none" stroke="var(--map-line)">
            <path d="M0 34H168M0 118H168M52 0V168M134 0V168" strokeWidth="1" opacity="0.75" />
            <path d="M0 76H52M92 34V118M134 140H168M20 118V168" strokeWidth="0.75" opacity="0.6" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#streets)" />
    </svg>
  )
}

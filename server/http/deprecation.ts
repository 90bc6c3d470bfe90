import type { Deprecation, Endpoint } from '#domain/api/endpoint.ts'

/** How long an endpoint still works after it was deprecated. */
export const sunsetMonths = 12

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * The headers by which an endpoint says that it is going to end: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link
 * to what to call instead. None, unless it is deprecated.
 * @param site where the documentation is
 * @throws Error if the end is less than a year after the announcement
 */
export function deprecationHeaders({ id, deprecated }: Endpoint, site: string): Record<string, string> {
  if (!deprecated) return {}
  checkNotice(id, deprecated)
  return {
    deprecation: `@${midnight(deprecated.on).getTime() / 1000}`,
    sunset: midnight(deprecated.sunset).toUTCString(),
    link: `<${site}/api#changes>; rel="deprecation"; type="text/html"`,
  }
}

function checkNotice(id: string, { on, sunset }: Deprecation): void {
  const earliest = midnight(on)
  earliest.setUTCMonth(earliest.getUTCMonth() + sunsetMonths)
  if (!(midnight(sunset) >= earliest))
    throw new Error(`${id} ends on ${sunset}, less than ${sunsetMonths} months after it is deprecated on ${on}`)
}

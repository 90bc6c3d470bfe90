import type { Depot } from '#domain/schema/depot.ts'

/** As far as spelling does not matter. */
const spoken = (address: string) =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The depot that a pickup address means: by its name, its address, both or one of its other names. */
export function meantDepot<D extends Pick<Depot, 'name' | 'address' | 'aliases'>>(
  address: string,
  depots: readonly D[],
): D | undefined {
  const wanted = spoken(address)
  if (!wanted) return undefined
  return depots.find(({ name, address: own, aliases }) =>
    [name, own, `${name}, ${own}`, ...aliases].some((each) => spoken(each) === wanted),
  )
}

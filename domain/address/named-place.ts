/** An address after what the place is called, if that is known. */
export const namedPlace = (name: string | null | undefined, address: string): string =>
  name ? `${name}, ${address}` : address

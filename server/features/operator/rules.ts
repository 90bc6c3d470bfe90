/** A text of another program, without what looks like somebody's address or number. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"',;:()]+@[^\s<>"',;:()]+/g, '(address)').replace(/\+?\d[\d ().-]{7,}\d/g, '(number)')

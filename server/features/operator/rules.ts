/** A text of another program, without what looks like somebody's address or number. Codes such as `550 5.7.26` stay. */
export const withoutAddresses = (text: string): string =>
  text
    .replace(/[^\s<>"',;:()]+@[^\s<>"',;:()]+/g, '(address)')
    .replace(/\+?\d[\d ().-]{7,}\d/g, (found) => (found.replace(/\D/g, '').length < 8 ? found : '(number)'))

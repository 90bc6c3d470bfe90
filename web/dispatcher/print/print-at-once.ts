/** State of a navigation to a page on paper that opens the browser's print dialog as soon as everything is there. */
export const printAtOnce = { print: true }

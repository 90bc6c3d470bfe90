/** How many digits a currency has after the point: 2 for dollars, 0 for yen. */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** An amount in the smallest unit as people say it, and back. NaN is no amount. */
export const toMajor = (minor: number, currency: string) => minor / 10 ** decimalsOf(currency)
export const toMinor = (major: number, currency: string) => Math.round(major * 10 ** decimalsOf(currency))

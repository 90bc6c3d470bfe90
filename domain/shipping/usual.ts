import type { ShippingSettings } from '../schema/shipping.ts'

/** What holds for a workspace that never said: slots at their own prices. */
export const usualShipping: ShippingSettings = { rules: [], most_rates: 10, version: 1 }

/** The code of a delivery without a time. */
export const anyTimeCode = 'any-time'

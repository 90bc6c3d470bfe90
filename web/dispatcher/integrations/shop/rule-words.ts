import type { ShopRules } from '#domain/shops/rules.ts'

export const paymentWords: Record<ShopRules['payments'][number], string> = {
  paid: 'Paid',
  authorized: 'Authorized, and charged later',
  pending: 'Not paid yet, such as cash on delivery',
  partly_refunded: 'Partly refunded',
}

export const methodWords: Record<ShopRules['methods'][number], string> = {
  local: 'Local delivery',
  shipping: 'Shipping',
}

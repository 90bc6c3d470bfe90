import { startStripeDouble } from '#server/outside/stripe-double.ts'

/** Stripe on this machine, with pages to pay on. Ctrl+C stops it. The argument is where Karta is, if not at the usual address. */
const karta = process.argv[2] ?? 'http://localhost:3000'
const webhookSecret = 'whsec_stripe_double'

const { url } = await startStripeDouble({
  webhookSecret,
  webhookUrl: `${karta}/v1/hooks/stripe`,
  now: () => new Date(),
  port: 4706,
})
console.log(`Stripe's double is at ${url}. Start Karta with

  STRIPE_SECRET_KEY=sk_test_double STRIPE_WEBHOOK_SECRET=${webhookSecret} STRIPE_PRICE_STANDARD=price_standard \\
  STRIPE_API_URL=${url} npm start
`)

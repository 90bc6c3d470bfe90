import { startOidcDouble } from '#server/testing/oidc-provider.ts'

/** A stand-in for Google on this machine, to sign in offline. Ctrl+C stops it. */
const port = Number(process.env.OIDC_DOUBLE_PORT || 4704)
const karta = process.env.PUBLIC_URL || 'http://localhost:3000'
const { issuer, clientId, clientSecret } = await startOidcDouble({
  port,
  redirectUris: [`${karta}/auth/v1/callback`],
})
console.log(`A provider is running for ${karta}. Start Karta with

  GOOGLE_ISSUER=${issuer} GOOGLE_CLIENT_ID=${clientId} GOOGLE_CLIENT_SECRET=${clientSecret} npm start

and press "Continue with Google". You can sign in as anyone.`)

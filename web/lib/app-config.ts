/** What the browser needs to know of the server it talks to. */
export type AppConfig = {
  version: string
  public_url: string
  publishable_key: string
  tile_url: string
  tile_attribution: string
  providers: {
    email: boolean
    google: boolean
    /** The outside providers that are set up besides Google. */
    oidc: string[]
    /** Whether people may link and unlink those themselves. */
    linking: boolean
    /** Whether the server can send texts. */
    phone: boolean
    passkeys: boolean
  }
}

declare global {
  // Set by the server's own /app-config.js, which every page loads before anything else.
  var kartaConfig: AppConfig | undefined
}

/** The server's settings for the browser; undefined while a page is built, and when they could not be loaded. */
export function appConfig(): AppConfig | undefined {
  return globalThis.kartaConfig
}

/** Where the map's tiles come from; without them a map shows its plain ground. */
export function tiles(): { tileUrl?: string; attribution?: string } {
  const config = appConfig()
  return config ? { tileUrl: config.tile_url, attribution: config.tile_attribution } : {}
}

/** What the browser needs to know about the server. */
export type AppConfig = {
  version: string
  public_url: string
  publishable_key: string
  /** How people reach the operator; empty where not set. */
  contact: { address: string; phone: string; email: string }
  tile_url: string
  tile_attribution: string
  /** Null if addresses are not looked up. */
  geocoder: { kind: string; attribution: string } | null
  providers: {
    email: boolean
    google: boolean
    /** The providers that are configured besides Google. */
    oidc: string[]
    /** Whether people may link and unlink providers themselves. */
    linking: boolean
    /** Whether the server can send text messages. */
    phone: boolean
    passkeys: boolean
  }
}

declare global {
  // Set by /app-config.js, which every page loads first.
  var kartaConfig: AppConfig | undefined
}

/** The server's settings for the browser. Undefined during the build, or if they could not be loaded. */
export function appConfig(): AppConfig | undefined {
  return globalThis.kartaConfig
}

/** Where the map's tiles come from. Without them, a map shows a plain background. */
export function tiles(): { tileUrl?: string; attribution?: string } {
  const config = appConfig()
  return config ? { tileUrl: config.tile_url, attribution: config.tile_attribution } : {}
}

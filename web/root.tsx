import '@fontsource-variable/inter/index.css'
import latinFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import './app.css'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/root.ts'
import { Crash } from './crash.tsx'
import { isPublicPage, pageMeta } from './marketing/page-meta.ts'

/** For pages without their own meta: what the list of public pages says about them. */
export function meta({ location }: Route.MetaArgs): Route.MetaDescriptors {
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  return isPublicPage(path) ? pageMeta(path) : [{ title: 'Karta' }]
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // early.js sets attributes on the element before React starts. React must not report them as a mismatch.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1312" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href={latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <script src="/early.js" />
        <script src="/app-config.js" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function HydrateFallback() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner size="large" label="Loading Karta" />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Crash error={error} />
}

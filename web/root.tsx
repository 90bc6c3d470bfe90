import '@fontsource-variable/inter/index.css'
import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useHref,
  useNavigate,
  type NavigateOptions,
} from 'react-router'
import { makeQueryClient } from '#web/lib/query-client.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import type { Route } from './+types/root.ts'
import { Crash } from './crash.tsx'

declare module 'react-aria-components' {
  interface RouterConfig {
    routerOptions: NavigateOptions
  }
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: 'Karta: last-mile delivery management' },
    { name: 'description', content: 'Optimizing last-mile delivery for businesses of all sizes.' },
  ]
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // theme.js sets data-theme before React starts, which React must not report as a difference.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1312" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/theme.js" />
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
  const navigate = useNavigate()
  const [queryClient] = useState(makeQueryClient)
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={navigate} useHref={useHref}>
        <QueryClientProvider client={queryClient}>
          <Outlet />
          <ToastRegion />
        </QueryClientProvider>
      </RouterProvider>
    </I18nProvider>
  )
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

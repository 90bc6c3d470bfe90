import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { useNavigate, type NavigateOptions } from 'react-router'
import { ToastRegion } from '#web/ui/toast.tsx'
import { writeIn } from './format.ts'
import { useLanguage } from './language.ts'
import { pageQueryClient } from './query-client.ts'
import { useWorkspaceHref, WorkspaceLinks } from './workspace-links.tsx'

declare module 'react-aria-components' {
  interface RouterConfig {
    routerOptions: NavigateOptions
  }
}

/** The providers that pages with forms and data need. Plain public pages do without their weight. */
export function Providers({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const language = useLanguage()
  writeIn(language)
  // The key draws everything again, because formatted texts do not notice that the language has changed.
  return (
    <I18nProvider key={language} locale={language}>
      <WorkspaceLinks>
        <RouterProvider navigate={navigate} useHref={useWorkspaceHref}>
          <QueryClientProvider client={pageQueryClient()}>
            {children}
            <ToastRegion />
          </QueryClientProvider>
        </RouterProvider>
      </WorkspaceLinks>
    </I18nProvider>
  )
}

import { useContext, useMemo, type ReactNode } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { inTabWorkspace, useTabWorkspace } from './workspace.ts'

/**
 * Every link below says the tab's workspace in its address, so that it opens there in a new tab, too. The router has one
 * place where the addresses of links are made, and no other way to reach it.
 */
export function WorkspaceLinks({ children }: { children: ReactNode }) {
  const { id, isNamed } = useTabWorkspace()
  const navigation = useContext(NavigationContext)
  const named = useMemo(() => {
    if (id === undefined || !isNamed) return navigation
    const { navigator } = navigation
    return { ...navigation, navigator: { ...navigator, createHref: (to) => inTabWorkspace(navigator.createHref(to)) } }
  }, [navigation, id, isNamed]) satisfies typeof navigation
  return <NavigationContext value={named}>{children}</NavigationContext>
}

/**
 * The address of a link from the root of the site, in the tab's workspace. Unlike the router's own hook, it does not make every
 * row of a list draw itself again whenever a navigation begins.
 */
export function useWorkspaceHref(href: string): string {
  return useContext(NavigationContext).navigator.createHref(href)
}

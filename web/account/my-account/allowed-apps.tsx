import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { revokeAllowedApp } from '#domain/api/apps.ts'
import type { AllowedApp } from '#domain/schema/app.ts'
import { scopesInShort } from '#web/lib/app-words.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { allowedAppsQuery } from './account-query.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { Row, Rows } from './rows.tsx'
import { Section } from './section.tsx'
import { timeOf } from '../when.ts'

/** The apps that the person allowed something, with a way to take it back. */
export function AllowedApps() {
  const query = useQuery(allowedAppsQuery)
  const client = useQueryClient()
  const [ending, setEnding] = useState<AllowedApp>()
  const end = useMutation({
    mutationFn: ({ id }: AllowedApp) => call(revokeAllowedApp, { params: { id } }),
    onSuccess: (_, { app }) => toast({ title: `${app.name} can no longer work for you` }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.apps.all }),
  })
  return (
    <Section
      id="apps"
      title="Apps"
      description="Apps of others that may work for you. If you no longer use one, take its access away."
    >
      <Rows query={query} label="Apps" empty="You have not allowed any app to work for you.">
        {(allowed) => (
          <Row
            key={allowed.id}
            icon={<AppWindow />}
            title={allowed.app.name}
            actions={
              <Button
                variant="danger-quiet"
                size="small"
                aria-label={`Revoke ${allowed.app.name} in ${allowed.workspace.name}`}
                onPress={() => setEnding(allowed)}
              >
                Revoke
              </Button>
            }
          >
            In {allowed.workspace.name}: {scopesInShort(allowed.scopes)}
            <span className="block">
              Allowed {timeOf(allowed.allowed_at)}.{' '}
              {allowed.last_used_at ? `Last used ${timeOf(allowed.last_used_at)}.` : 'Not used yet.'}
            </span>
          </Row>
        )}
      </Rows>
      <RemoveDialog
        item={ending}
        title={({ app }) => `Revoke ${app.name}?`}
        confirmLabel="Revoke"
        remove={(allowed) => end.mutateAsync(allowed)}
        onClose={() => setEnding(undefined)}
        onDone={() => {}}
      >
        It stops working in {ending?.workspace.name} at once. What it did stays. To use it again, connect it again.
      </RemoveDialog>
    </Section>
  )
}

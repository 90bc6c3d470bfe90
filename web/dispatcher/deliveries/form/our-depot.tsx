import { useQueryClient } from '@tanstack/react-query'
import { Warehouse } from 'lucide-react'
import { useState } from 'react'
import { addDepotAlias } from '#domain/api/depots.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'

/** Says that a pickup address is a depot, for this delivery and all others that are picked up there. */
export function OurDepot({ address }: { address: string }) {
  const queryClient = useQueryClient()
  const mayChange = useMay('change_fleet')
  const { depots } = useScopeNames()
  const [isSaving, setSaving] = useState(false)
  const active = depots.filter((depot) => depot.active)
  if (!mayChange || active.length === 0) return null
  const choose = async (id: string) => {
    setSaving(true)
    try {
      const { depot, deliveries } = await call(addDepotAlias, { params: { id }, body: { alias: address } })
      const also =
        deliveries > 0 ? `${countOf(deliveries, 'pending delivery', 'pending deliveries')} leave from it.` : ''
      toast({
        tone: 'success',
        title: `“${address}” means your depot ${depot.name}`,
        ...(also && { description: also }),
      })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    } finally {
      await Promise.all(
        [['depots'], keys.deliveries.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      setSaving(false)
    }
  }
  const shared = {
    size: 'small',
    className: 'self-start',
    isPending: isSaving,
    icon: <Warehouse aria-hidden="true" className="size-3.5" />,
  } as const
  const [only] = active
  if (active.length === 1) {
    return (
      <Button {...shared} onPress={() => void choose(only!.id)}>
        This is our depot
      </Button>
    )
  }
  return (
    <Menu aria-label="Depots" placement="bottom start" trigger={<Button {...shared}>This is our depot…</Button>}>
      {active.map(({ id, name }) => (
        <MenuItem key={id} onAction={() => void choose(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseDefaultTier } from '#domain/api/tiers.ts'
import { tierTable, type TierName } from '#domain/tiers.ts'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { toast } from '#web/ui/toast.tsx'

const options: { id: TierName; label: string; description: string }[] = [
  { id: 'enterprise', label: 'Enterprise', description: 'No limits. The usual choice for a server of your own.' },
  {
    id: 'standard',
    label: 'Standard',
    description: `Any number of drivers and deliveries, ${formatNumber(tierTable.standard.requests!)} API requests a month.`,
  },
  {
    id: 'free',
    label: 'Free',
    description: `After a 7-day trial, one driver and ${formatNumber(tierTable.free.deliveries!)} deliveries a month.`,
  },
]

/** On a server of their own, the first owner chooses which limits there are. It costs nothing either way. */
export function DefaultTier() {
  const queryClient = useQueryClient()
  const [tier, setTier] = useState<TierName>('enterprise')
  const choose = useMutation({
    mutationFn: () => call(chooseDefaultTier, { body: { tier } }),
    onSuccess: () => {
      void queryClient.invalidateQueries()
      toast({ title: `This server’s workspaces are on ${tierTable[tier].name}` })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <Card
      title="Which limits should your server have?"
      description="This is the first workspace of a server that takes no payments, so you decide, once, for this workspace and new ones. It costs nothing."
    >
      <RadioGroup
        label="Tier"
        isLabelHidden
        isStacked
        value={tier}
        onChange={(value) => setTier(value as TierName)}
        options={options}
      />
      <Button variant="primary" className="mt-4" isPending={choose.isPending} onPress={() => choose.mutate()}>
        Choose {tierTable[tier].name}
      </Button>
    </Card>
  )
}

import { z } from 'zod'

export const ProofKind = z
  .enum(['photo', 'signature', 'pin', 'scan', 'age', 'identity', 'name', 'temperature'])
  .meta({ id: 'ProofKind' })

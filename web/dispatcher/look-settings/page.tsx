import { useQuery } from '@tanstack/react-query'
import { PartPage } from '../settings/part-page.tsx'
import { LogoCard } from './logo-card.tsx'
import { LookForm } from './look-form.tsx'
import { lookQuery } from './look-queries.ts'

export function meta() {
  return [{ title: 'Logo and color · Karta' }]
}

export default function LookSettingsPage() {
  return (
    <PartPage
      title="Logo and color"
      description="What recipients see on delivery notes: your logo, a color and how to reach you."
      settings={useQuery(lookQuery)}
    >
      {(look, isEditable) => (
        <div className="flex flex-col gap-8">
          <LogoCard look={look} isEditable={isEditable} />
          <LookForm look={look} isEditable={isEditable} />
        </div>
      )}
    </PartPage>
  )
}

import type { App } from '#domain/schema/app.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** What is entered about an app. */
export type AppValues = {
  name: string
  /** One in each line. */
  redirect_uris: string
  website: string
  logo_url: string
}

export const noValues: AppValues = { name: '', redirect_uris: '', website: '', logo_url: '' }

export const toValues = ({ name, redirect_uris, website, logo_url }: App): AppValues => ({
  name,
  redirect_uris: redirect_uris.join('\n'),
  website: website ?? '',
  logo_url: logo_url ?? '',
})

/** The values as `/v1` takes them. */
export const toBody = ({ name, redirect_uris, website, logo_url }: AppValues) => ({
  name,
  redirect_uris: redirect_uris.split(/\s+/).filter(Boolean),
  website: website.trim() || null,
  logo_url: logo_url.trim() || null,
})

type Form = {
  values: AppValues
  set(name: keyof AppValues, value: string): void
  problemOf(name: keyof AppValues): string | undefined
}

/** The fields of an app, for a new one and for a change. */
export function AppFields({ form: { values, set, problemOf } }: { form: Form }) {
  return (
    <>
      <TextField
        label="Name"
        description="What people read when they are asked to allow it."
        isRequired
        autoFocus
        value={values.name}
        onChange={(name) => set('name', name)}
        errorMessage={problemOf('name')}
      />
      <TextArea
        label="Redirect addresses"
        description="Where people go back to, one in each line and exactly as the app sends them."
        isRequired
        placeholder="https://app.example.com/callback"
        value={values.redirect_uris}
        onChange={(uris) => set('redirect_uris', uris)}
        errorMessage={problemOf('redirect_uris')}
      />
      <TextField
        label="Website"
        placeholder="https://app.example.com"
        value={values.website}
        onChange={(website) => set('website', website)}
        errorMessage={problemOf('website')}
      />
      <TextField
        label="Logo"
        description="The address of a square picture."
        placeholder="https://app.example.com/logo.png"
        value={values.logo_url}
        onChange={(url) => set('logo_url', url)}
        errorMessage={problemOf('logo_url')}
      />
    </>
  )
}

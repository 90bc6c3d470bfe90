import { Logo } from '#web/ui/logo.tsx'

export default function SignInPage() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 p-6">
      <Logo />
      <h1 className="text-xl font-semibold tracking-tight">Sign in to your account</h1>
    </main>
  )
}

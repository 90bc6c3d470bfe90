import { Outlet, useNavigate } from 'react-router'
import { AppShell } from './app-shell.tsx'

export function meta() {
  return [{ title: 'Dashboard · Karta' }]
}

export default function DispatcherLayout() {
  const navigate = useNavigate()
  return (
    <AppShell onSignOut={() => navigate('/signin')}>
      <Outlet />
    </AppShell>
  )
}

import { Outlet } from 'react-router'

export default function DispatcherLayout() {
  return (
    <main className="p-6">
      <Outlet />
    </main>
  )
}

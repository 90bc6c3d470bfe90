import type { ReactNode } from 'react'

export type FieldRow = { name: string; type: string; text: ReactNode }

export function FieldTable({ caption, rows }: { caption: ReactNode; rows: readonly FieldRow[] }) {
  return (
    <table className="w-full border-collapse text-[0.9375rem]">
      <caption className="pb-2 text-left text-sm font-semibold">{caption}</caption>
      <tbody className="border-y">
        {rows.map(({ name, type, text }) => (
          <tr key={name} className="border-t align-top first:border-t-0 max-sm:grid max-sm:py-3">
            <th scope="row" className="text-left font-normal sm:w-52 sm:py-3 sm:pr-4">
              <Code>{name}</Code>
              <span className="block text-[0.8125rem] text-ink-faint">{type}</span>
            </th>
            <td className="text-pretty text-ink-muted sm:py-3">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.875em] text-ink wrap-anywhere">{children}</code>
  )
}

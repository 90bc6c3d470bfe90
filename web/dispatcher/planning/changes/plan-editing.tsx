import type { ReactNode } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { DragLayer } from '../drag/drag-layer.tsx'
import { Dialogs } from './dialogs.tsx'
import { EditorContext } from './editor-context.ts'
import { useEditorState } from './use-editor.ts'
import { usePlanKeys } from './use-plan-keys.ts'

/** Everything inside can change the plan: its stops, its routes and what is on none. */
export function PlanEditing({ summary, children }: { summary: PlanSummary; children: ReactNode }) {
  const editor = useEditorState(summary)
  usePlanKeys(editor)
  return (
    <EditorContext value={editor}>
      {children}
      <DragLayer />
      <Dialogs />
      <output className="sr-only">{editor.news}</output>
    </EditorContext>
  )
}

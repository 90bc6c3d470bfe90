import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { PlanChange, PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { PlanSummary, Route } from '#domain/schema/plan.ts'
import { withTimes } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { useShownPlan } from '../publish/use-shown-plan.ts'
import { hasRoutes } from '../plan-words.ts'
import { triedQuery } from './change-queries.ts'
import type { Editor, Question } from './editor-context.ts'
import { effectLine, isHarmless } from './effect-words.ts'
import { reordering, type Proposal } from './proposals.ts'
import { nextRedo, nextUndo, undoSteps } from './undo-order.ts'
import { useChange } from './use-change.ts'
import { useOrder } from './use-order.ts'

const nothing: ReadonlySet<string> = new Set()

/** Everything that edits one plan: what is selected, what is asked, what is tried, and how it is made and undone. */
export function useEditorState(summary: PlanSummary): Editor {
  const { currency } = useMe().workspace
  const isAllowed = useMay('change_planning') && hasRoutes(summary.state)
  const change = useChange(summary.id)
  const shown = useShownPlan(summary)
  const { plan } = shown
  const isOn = isAllowed && !shown.isPublishedShown
  const [selected, setSelected] = useState(nothing)
  const select = useCallback((ids: Iterable<string>) => setSelected(new Set(ids)), [])
  const [question, ask] = useState<Question | null>(null)
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isMaking, setMaking] = useState(false)
  const [isTakingBack, setTakingBack] = useState(false)
  const [news, setNews] = useState('')
  const lastToast = useRef(() => {})
  const tried = useQuery({
    ...triedQuery(summary, proposal?.changes ?? []),
    // News of the change may come before the reply. It is not tried once more on the plan that it made.
    enabled: proposal !== null && !isMaking,
    placeholderData: (before) => (isMaking ? before : undefined),
  })

  const propose = useCallback((next: Proposal) => {
    ask(null)
    setFailure(null)
    setProposal(next)
  }, [])
  const drop = () => {
    setProposal(null)
    setFailure(null)
    order.drop()
  }
  const tell = (result: PlanChangeResult, again: { label: string; onPress: () => void }) => {
    lastToast.current()
    const title = withTimes(result.sentence.replace(/\.$/, ''))
    lastToast.current = toast({ title, description: effectLine(result.effect, currency), action: again })
  }
  function made(result: PlanChangeResult): void {
    tell(result, { label: 'Undo', onPress: () => result.id && void takeBack({ id: result.id }) })
  }

  /** Makes a change. What prevents it is shown with the change, so that it can be tried again. */
  const attempt = async (
    next: Proposal,
    run: () => Promise<PlanChangeResult | undefined>,
    onMade: () => void = () => {},
  ) => {
    setMaking(true)
    try {
      const result = await run()
      if (result) {
        // Another one may be open meanwhile.
        setProposal((now) => (now === next ? null : now))
        setFailure(null)
        onMade()
        // Together, so that what is done is not tried once more on the plan that it made.
        change.take(result)
        made(result)
      }
    } catch (error) {
      propose(next)
      setFailure(error)
      void change.refresh()
    } finally {
      setMaking(false)
    }
  }
  const doSmall = (next: Proposal) =>
    attempt(next, async () => {
      // What prevents it is said by the preview, which tries it again.
      const result = await change.try(next.changes).catch(() => change.refresh())
      if (result && isHarmless(result)) return change.make(next.changes, result.plan.version)
      propose(next)
      return undefined
    })
  const doKnown = (next: Proposal, onMade: () => void) =>
    attempt(next, () => change.make(next.changes, summary.version), onMade)
  const order = useOrder(doSmall)

  const confirm = () => {
    if (!proposal || !tried.data || isMaking) return
    void attempt(proposal, async () => {
      const result = await change.make(proposal.changes, tried.data.plan.version)
      order.drop()
      setSelected(nothing)
      return result
    })
  }

  async function takeBack(which: Pick<PlanChange, 'id'>, again = 'Redo'): Promise<boolean> {
    setTakingBack(true)
    try {
      const known = change.unpublished()
      const kept = known?.changes.find(({ id }) => id === which.id)
      const withdrawn = known?.withdrawn.find(({ id }) => id === which.id)
      if (kept || withdrawn) {
        await (kept ? change.withdraw(which.id) : change.restore(which.id))
        sayTakenBack((kept ?? withdrawn)!.sentence, kept ? 'Redo' : 'Undo', () => void takeBack(which))
        void change.refresh()
        return true
      }
      const result = await change.undo(which)
      change.take(result)
      const back = again === 'Redo' ? 'Undo' : 'Redo'
      tell(result, { label: again, onPress: () => result.id && void takeBack({ id: result.id }, back) })
      return true
    } catch (error) {
      notChanged(error)
      void change.refresh()
      return false
    } finally {
      setTakingBack(false)
    }
  }
  const goBack = async (which: 'undo' | 'redo') => {
    if (isTakingBack) return
    await order.settle()
    try {
      const kept = change.unpublished()
      const waiting = which === 'undo' ? kept?.changes.at(-1) : kept?.withdrawn[0]
      if (waiting) {
        if (waiting.is_yours) await takeBack(waiting)
        else
          toast({
            tone: 'info',
            title: `${waiting.by} made that change`,
            description: 'Agree with them, then take it back in the list of unpublished changes.',
          })
        return
      }
      const history = await change.history()
      const next = which === 'undo' ? nextUndo(history) : nextRedo(history)
      if (!next) toast({ tone: 'info', title: which === 'undo' ? 'Nothing to undo' : 'Nothing to redo' })
      else if (next.is_yours) await takeBack(next, which === 'undo' ? 'Redo' : 'Undo')
      // Somebody else's: the person looks at it first.
      else ask({ kind: 'history' })
    } catch (error) {
      notChanged(error)
    }
  }

  const undoTo = async (id: string) => {
    if (isTakingBack) return
    await order.settle()
    for (;;) {
      const waiting = change.unpublished()?.changes.toReversed() ?? []
      const steps = waiting.some((step) => step.id === id) ? waiting : undoSteps(await change.history())
      const next = steps.some((step) => step.id === id) ? steps[0] : undefined
      if (!next || !(await takeBack(next))) return
    }
  }

  return {
    isOn,
    isAllowed,
    ...shown,
    selected,
    select,
    proposal,
    tried,
    failure,
    isMaking,
    propose,
    confirm,
    drop,
    doSmall,
    doKnown,
    wanted: order.wanted ?? orderIn(proposal, plan?.routes),
    step: (route, ids, direction) => {
      const next = order.step(route, ids, direction)
      setNews(next ? stepNews(route, ids, next) : 'It cannot go further.')
    },
    putInOrder: (route, stopIds) => {
      order.show({ route, stopIds })
      void doSmall(reordering(route, stopIds)).then(order.drop)
    },
    undo: () => void goBack('undo'),
    redo: () => void goBack('redo'),
    undoTo,
    takeBack,
    isTakingBack,
    question,
    ask,
    news,
  }
}

const notChanged = (error: unknown) =>
  toast({ tone: 'error', title: 'The plan was not changed', description: sentenceOf(error) })

function sayTakenBack(sentence: string, label: string, onPress: () => void): void {
  const what = withTimes(sentence.replace(/\.$/, ''))
  toast({ title: `${label === 'Redo' ? 'Took back' : 'Put back'}: ${what}`, action: { label, onPress } })
}

/** The order that is about to be made, which the list shows already. */
function orderIn(proposal: Proposal | null, routes: readonly Route[] = []): Editor['wanted'] {
  const change = proposal?.changes.find((each) => each.type === 'reorder')
  const route = change && routes.find(({ id }) => id === change.route_id)
  return route ? { route, stopIds: change.stop_ids } : null
}

function stepNews(route: Route, selected: ReadonlySet<string>, order: readonly string[]): string {
  const moved = route.stops.filter(({ id }) => selected.has(id))
  const [only] = moved
  if (moved.length !== 1 || !only) return `${moved.length} stops moved.`
  return `${only.name || 'Stop'} is now stop ${order.indexOf(only.id) + 1} of ${order.length}.`
}

import type { ActionField, ActionFormBody, SchemaAction } from '@service/protocol'
import type { SetTimer } from '../set-timer.js'
import { chooseActionWidget, readOptions, type WidgetOption } from './action-widget.js'

/** Sends a hook of a form to the agent. */
export type RequestHook = (
  hook: 'load' | 'change' | 'search',
  attributes: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<ActionFormBody>

export interface ActionFormState extends ActionFormBody {
  /** `loading` until the form is known; `failed` when it could not be loaded. */
  readonly status: 'loading' | 'ready' | 'failed'
  /** Whether a change is being reported to the agent. */
  readonly isChanging: boolean
  /** Why the last hook failed. What was typed is kept. */
  readonly error?: unknown
}

/** The form of an action while a person fills it in. */
export interface ActionForm {
  readonly state: ActionFormState
  /** Opens the form: from the schema when that is complete, else with a request. */
  load(): Promise<void>
  /** Sets a field. Fields that the agent watches are reported after 250 ms of rest. */
  setValue(field: string, value: unknown): void
  /** Finds the options of a field; undefined when a later search has replaced this one. */
  search(field: string, text: string): Promise<readonly WidgetOption[] | undefined>
  /** Waits until every change has been reported, and returns the values to send. */
  submit(): Promise<Readonly<Record<string, unknown>>>
  /** Cancels everything under way. */
  close(): void
}

const rest = 250

/**
 * Creates the form of an action. `onChange` is called whenever its state changes.
 *
 * @example
 * const form = createActionForm(refund, requestHook, render, setTimer)
 * await form.load()
 * form.setValue('Reason', 'Other')
 */
export function createActionForm(
  action: Pick<SchemaAction, 'fields' | 'layout' | 'hooks'>,
  requestHook: RequestHook,
  onChange: (state: ActionFormState) => void,
  setTimer: SetTimer,
): ActionForm {
  let state: ActionFormState = { status: 'loading', fields: [], layout: [], isChanging: false }
  let clock = 0
  /** When a person changed a field last. */
  const editedAt = new Map<string, number>()
  /** When a change of a field was reported last. */
  const reportedAt = new Map<string, number>()
  let pending: { readonly field: string; readonly cancel: () => void } | undefined
  let current: { readonly field: string; readonly abort: AbortController } | undefined
  let reports: Promise<void> = Promise.resolve()
  let search: AbortController | undefined
  const closing = new AbortController()

  function update(changes: Partial<ActionFormState>): void {
    if (closing.signal.aborted) return
    state = { ...state, ...changes }
    onChange(state)
  }

  /** Sends the change that is waiting for its rest. */
  function report(): void {
    if (!pending) return
    pending.cancel()
    const { field } = pending
    pending = undefined
    const at = ++clock
    reportedAt.set(field, at)
    if (current?.field === field) current.abort.abort()
    reports = reports.then(() => sendReport(field, at))
  }

  /** Reports run one after the other: each is made on the form that the one before returned. */
  async function sendReport(field: string, at: number): Promise<void> {
    const isLatest = () => reportedAt.get(field) === at && !closing.signal.aborted
    if (!isLatest()) return
    const abort = new AbortController()
    current = { field, abort }
    const sentAt = ++clock
    update({ isChanging: true, error: undefined })
    try {
      const attributes = { changed_field: field, fields: state.fields }
      const form = await requestHook('change', attributes, abort.signal)
      if (isLatest()) update({ fields: keepTyped(form.fields, sentAt), layout: form.layout })
    } catch (error) {
      if (isLatest()) update({ error })
    } finally {
      current = undefined
      update({ isChanging: false })
    }
  }

  /** What was typed after a request was sent is newer than its response. */
  function keepTyped(fields: readonly ActionField[], sentAt: number): readonly ActionField[] {
    const typed = new Map(state.fields.map(({ field, value }) => [field, value]))
    return fields.map(each => {
      const isNewer = (editedAt.get(each.field) ?? 0) > sentAt && typed.has(each.field)
      return isNewer ? { ...each, value: typed.get(each.field) } : each
    })
  }

  return {
    get state() {
      return state
    },
    async load() {
      if (!action.hooks.load) {
        update({
          status: 'ready',
          fields: action.fields.map(withDefault),
          layout: action.layout ?? [],
        })
        return
      }
      update({ status: 'loading', error: undefined })
      try {
        const form = await requestHook('load', { values: {} }, closing.signal)
        update({ status: 'ready', fields: form.fields, layout: form.layout })
      } catch (error) {
        update({ status: 'failed', error })
      }
    },
    setValue(name, value) {
      const known = state.fields.find(({ field }) => field === name)
      if (!known) return
      editedAt.set(name, ++clock)
      const fields = state.fields.map(each => (each === known ? { ...each, value } : each))
      update({ fields })
      if (!known.hook) return
      if (pending && pending.field !== name) report()
      pending?.cancel()
      pending = { field: name, cancel: setTimer(report, rest) }
    },
    async search(name, text) {
      search?.abort()
      const own = new AbortController()
      search = own
      const fields = state.fields.map(each =>
        each.field === name ? { ...each, searchValue: text } : each,
      )
      const attributes = { search_field: name, search_value: text, fields }
      try {
        const found = await requestHook('search', attributes, own.signal)
        const field = found.fields.find(each => each.field === name)
        if (own.signal.aborted) return undefined
        return field ? readOptions(chooseActionWidget(field), field.enums ?? []) : []
      } catch (error) {
        if (own.signal.aborted) return undefined
        throw error
      }
    },
    async submit() {
      report()
      await reports
      return Object.fromEntries(
        state.fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]])),
      )
    },
    close() {
      pending?.cancel()
      current?.abort.abort()
      search?.abort()
      closing.abort()
    },
  }
}

function withDefault({ defaultValue, ...field }: ActionField): ActionField {
  return { ...field, value: field.value ?? defaultValue }
}

import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { validateField } from '../../core/forms/validate-field.js'
import type { ReadOnlyReason } from '../../core/list/explain-read-only.js'
import { isSameField } from '../../core/record/draft.js'
import { readRelatedChoice } from '../../core/record/record-title.js'
import { AnchoredPopover } from '../../ui/anchored-popover.js'
import { Button } from '../../ui/button.js'
import { EditField } from '../../widgets/edit-field.js'
import type { EditedCell, InlineEdit } from './use-inline-edit.js'
import type { ListSubject } from './use-list.js'

interface CellEditorProps extends ListSubject, Pick<InlineEdit, 'save' | 'close'> {
  readonly cell: EditedCell
}

/** The editor of a cell, over the cell; of one that cannot be edited, why. */
export default function CellEditor({ cell, ...rest }: CellEditorProps) {
  if (cell.reason) return <ReadOnlyNote cell={cell} reason={cell.reason} onClose={rest.close} />
  return <Editor key={`${cell.record.id} ${cell.column}`} cell={cell} {...rest} />
}

interface ReadOnlyNoteProps {
  readonly cell: EditedCell
  readonly reason: ReadOnlyReason
  readonly onClose: () => void
}

function ReadOnlyNote({ cell, reason, onClose }: ReadOnlyNoteProps) {
  const t = useTranslations('grid')
  const name = reason.kind === 'related' ? reason.relation : cell.field.label
  return (
    <AnchoredPopover anchor={cell.anchor} label={t('readOnly')} onClose={() => onClose()}>
      <p className="max-w-80 px-3 py-2.5">
        <span className="block font-medium">{t('readOnly')}</span>
        <span className="text-muted">{t(`readOnlyReasons.${reason.kind}`, { name })}</span>
      </p>
    </AnchoredPopover>
  )
}

function Editor({ cell, collections, save, close }: CellEditorProps) {
  const t = useTranslations('grid')
  const { field, record, attempt } = cell
  const before =
    field.kind === 'to-one'
      ? readRelatedChoice(record, field.name, collections)
      : (record.values[field.name] ?? null)
  const [value, setValue] = useState(attempt ? attempt.value : before)
  const [typing, setTyping] = useState<string>()
  const [problems, setProblems] = useState(attempt ? [attempt.problem] : [])
  const form = useRef<HTMLFormElement>(null)
  const isChanged = typing !== undefined || !isSameField(value, before)

  function submit(step?: 1 | -1) {
    const found = validateField(field, value)
    if (typing !== undefined) setProblems([typing])
    else if (found.length > 0) {
      setProblems(found.map(each => (each.kind === 'required' ? t('required') : each.message)))
    } else void save(value, step)
  }

  function press(event: KeyboardEvent) {
    const isSave = (event.metaKey || event.ctrlKey) && ['Enter', 's'].includes(event.key)
    if (isSave) submit()
    else if (event.key === 'Tab' && isAtEdge(form.current, event.target, event.shiftKey)) {
      submit(event.shiftKey ? -1 : 1)
    } else return
    event.preventDefault()
  }

  return (
    <AnchoredPopover
      anchor={cell.anchor}
      label={t('editField', { field: field.label })}
      isOver
      onClose={reason => {
        // A click elsewhere neither saves by accident nor throws away what was typed.
        if (reason === 'outside' && isChanged) setProblems([t('notSavedYet')])
        else close()
      }}
    >
      <form
        ref={form}
        className="flex flex-col gap-2 p-3"
        onKeyDown={press}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <EditField
          field={{ ...field, widget: field.edit }}
          value={value}
          siblings={record.values}
          problems={problems}
          hasFocus
          onChange={next => {
            setValue(next)
            setProblems([])
          }}
          onProblem={setTyping}
        />
        <div className="flex justify-end gap-2">
          <Button data-leaves look="ghost" keys="Esc" onClick={() => close()}>
            {t('cancel')}
          </Button>
          <Button data-leaves look="primary" type="submit" keys="⏎">
            {t('save')}
          </Button>
        </div>
      </form>
    </AnchoredPopover>
  )
}

const controls =
  'input:not([type=hidden]), textarea, select, button:not([data-leaves]), [contenteditable=true], [tabindex="0"]'

/** Whether Tab would leave the controls of the editor. */
function isAtEdge(form: HTMLElement | null, target: EventTarget, isBackwards: boolean): boolean {
  const all = [...(form?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
    element => element.tabIndex >= 0 && !element.matches(':disabled'),
  )
  const edge = isBackwards ? all[0] : all.at(-1)
  return edge === target || (edge instanceof HTMLInputElement && isSameRadio(edge, target))
}

/** Radio buttons of one name are one stop of Tab. */
function isSameRadio(edge: HTMLInputElement, target: EventTarget): boolean {
  return edge.type === 'radio' && target instanceof HTMLInputElement && target.name === edge.name
}

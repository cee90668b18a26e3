import type { ActionField, ActionLayout } from '@service/protocol'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { buildActionField } from '../../core/forms/build-action-field.js'
import type { RelatedChoice } from '../../core/record/record-title.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { useRecordTitle } from '../../data/use-record-title.js'
import { useSchema } from '../../data/use-schema.js'
import { HtmlFrame } from '../../ui/html-frame.js'
import { EditField } from '../../widgets/edit-field.js'
import type { EditOption } from '../../widgets/edit-props.js'

/** What the fields of a form share. */
interface FieldsContext {
  readonly fields: readonly ActionField[]
  /** What the agent, or a missing value, says about fields, by their id. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  readonly isDisabled: boolean
  /** The field that has the focus when the page opens. */
  readonly focused?: string | undefined
  readonly onChange: (field: string, value: unknown) => void
  readonly onProblem: (field: string, problem: string | undefined) => void
  readonly findOptions: (field: string, search: string) => Promise<readonly EditOption[]>
}

interface ElementsProps {
  readonly elements: readonly ActionLayout[]
  readonly context: FieldsContext
}

/** The elements of a page of a form: fields, rows of fields, separators and blocks of HTML. */
export function ActionElements({ elements, context }: ElementsProps) {
  return elements.map((element, index) => (
    <ActionElement key={chooseKey(element, index)} element={element} context={context} />
  ))
}

/** A field keeps its focus and what is typed when others appear around it. */
function chooseKey(element: ActionLayout, index: number): string {
  if (element.component === 'input') return `field ${element.fieldId}`
  if (element.component === 'row') return `row ${element.fields.map(chooseKey).join(' ')}`
  return `${element.component} ${index}`
}

interface ElementProps {
  readonly element: ActionLayout
  readonly context: FieldsContext
}

function ActionElement({ element, context }: ElementProps) {
  const t = useTranslations('actions')
  if (element.component === 'input') return <Input name={element.fieldId} context={context} />
  if (element.component === 'separator') return <hr className="border-line" />
  if (element.component === 'htmlBlock') {
    return <HtmlFrame html={element.content} title={t('formText')} />
  }
  const inner = element.component === 'row' ? element.fields : element.elements
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] items-start gap-3">
      <ActionElements elements={inner} context={context} />
    </div>
  )
}

function Input({ name, context }: { readonly name: string; readonly context: FieldsContext }) {
  const { data } = useSchema()
  const collections = data?.collections
  const { fields, problems, isDisabled, focused, onChange, onProblem, findOptions } = context
  const field = fields.find(each => each.field === name)
  const model = field && buildActionField(field, collections?.keys() ?? [])
  const related = useRelatedValue(collections?.get(model?.target ?? ''), field?.value)
  if (!field || !model) return null
  const isRecord = model.target !== undefined
  const isDynamic = model.widget.parameters?.searchType === 'dynamic'
  return (
    <EditField
      field={model}
      value={isRecord ? related.choice : (field.value ?? null)}
      siblings={Object.fromEntries(fields.map(each => [each.field, each.value]))}
      problems={problems[name] ?? []}
      isDisabled={isDisabled || field.isReadOnly === true}
      hasFocus={focused === name}
      findOptions={isDynamic ? search => findOptions(name, search) : undefined}
      onChange={value => onChange(name, isRecord ? related.readId(value) : value)}
      onProblem={problem => onProblem(name, problem)}
    />
  )
}

/** A record travels as its id, and is edited with its title. */
function useRelatedValue(target: CollectionModel | undefined, value: unknown) {
  const titles = useRef(new Map<string, string>())
  const isEmpty = value === null || value === undefined || value === ''
  const id = isEmpty || !target ? undefined : String(value)
  const known = id === undefined ? undefined : titles.current.get(id)
  const found = useRecordTitle(target, known === undefined ? id : undefined)
  return {
    choice: isEmpty ? null : { id: String(value), title: known ?? found ?? String(value) },
    readId(chosen: unknown): string | null {
      const choice = chosen as RelatedChoice | null
      if (choice) titles.current.set(choice.id, choice.title)
      return choice?.id ?? null
    },
  }
}

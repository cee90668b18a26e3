import { type ComponentType, Suspense } from 'react'
import { chooseEditWidget } from '../core/forms/choose-edit-widget.js'
import { lazyPart } from '../ui/lazy-part.js'
import { Skeleton } from '../ui/skeleton.js'
import { EditCheckbox, EditSwitch, EditThreeState } from './boolean/edit.js'
import { EditColour } from './colour/edit.js'
import { EditDate } from './date/edit.js'
import { EditDay } from './date/edit-day.js'
import { EditTime } from './date/edit-time.js'
import { EditDuration } from './duration/edit.js'
import type { EditProps } from './edit-props.js'
import { EditMasked } from './masked/edit.js'
import { EditMoney } from './money/edit.js'
import { EditNumber, EditPercentage, EditSlider } from './number/edit.js'
import { EditRating } from './rating/edit.js'
import { EditCheckboxes, EditRadio } from './select/edit-choices.js'
import { EditText, EditTextArea } from './text/edit.js'

const EditList = lazyPart(async () => ({ default: (await import('./list/edit.js')).EditList }))
const EditSelect = lazyPart(async () => ({
  default: (await import('./select/edit.js')).EditSelect,
}))

/**
 * How values are edited, by the name of their widget. Widgets with much code are `lazy`. A name
 * that is not here is edited by the type of the value.
 */
const widgets: Readonly<Record<string, ComponentType<EditProps>>> = {
  address: lazyPart(() => import('./address/edit.js')),
  binary: lazyPart(() => import('./file/edit.js')),
  checkbox: EditCheckbox,
  checkboxes: EditCheckboxes,
  code: lazyPart(() => import('./code/edit.js')),
  colour: EditColour,
  date: EditDate,
  day: EditDay,
  dropdown: EditSelect,
  duration: EditDuration,
  email: EditText,
  file: lazyPart(() => import('./file/edit.js')),
  json: lazyPart(() => import('./json/edit.js')),
  'large-text': lazyPart(() => import('./large-value.js')),
  link: EditText,
  list: props => <EditList {...props} EditItem={EditValue} />,
  masked: EditMasked,
  money: EditMoney,
  'multi-select': EditSelect,
  number: EditNumber,
  percentage: EditPercentage,
  person: lazyPart(() => import('./person/edit.js')),
  phone: EditText,
  point: lazyPart(() => import('./point/edit.js')),
  radio: EditRadio,
  rating: EditRating,
  'rich-text': lazyPart(() => import('./rich-text/edit.js')),
  select: EditSelect,
  slider: EditSlider,
  switch: EditSwitch,
  text: EditText,
  'text-area': EditTextArea,
  'three-state': EditThreeState,
  time: EditTime,
  'to-one': lazyPart(() => import('./to-one/edit.js')),
}

/** Widgets of several controls: a label cannot point to one of them. */
const groups: ReadonlySet<string> = new Set([
  'checkboxes',
  'code',
  'json',
  'list',
  'point',
  'radio',
  'rating',
  'rich-text',
  'three-state',
])

/** Whether values are edited by a widget of this name. */
export function isEditWidget(name: string): boolean {
  return Object.hasOwn(widgets, name)
}

export function isGroupWidget(name: string): boolean {
  return groups.has(name)
}

/**
 * The editor of a value, in its widget.
 *
 * @example
 * <EditValue id="name" label="Name" columnType="String" widget={{ name: 'text' }} … />
 */
export function EditValue(props: EditProps) {
  const { columnType, value } = props
  const widget = chooseEditWidget(props.widget, columnType, value, isEditWidget)
  const Widget = widgets[widget.name] ?? EditText
  return (
    <Suspense fallback={<Placeholder />}>
      <Widget {...props} widget={widget} />
    </Suspense>
  )
}

/** As tall as most controls, so that nothing moves when one arrives. */
function Placeholder() {
  return (
    <span className="flex h-8 items-center px-2 pointer-coarse:h-11">
      <Skeleton width="40%" />
    </span>
  )
}

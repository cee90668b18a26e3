import { stringifyExactJson } from '@service/base'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { PanelRecord } from '../core/record/panel-record.js'
import { getRecordTitle } from '../core/record/record-title.js'
import type { Collections, FieldModel } from '../core/schema/collection-model.js'
import { chooseWidgetForValue } from '../core/schema/guess-widget.js'
import { ErrorBoundary } from '../ui/error-boundary.js'
import { lazyPart } from '../ui/lazy-part.js'
import { Skeleton } from '../ui/skeleton.js'
import { ShowAddress } from './address/show.js'
import { ShowBadge, ShowBadges } from './badge/show.js'
import { ShowBoolean } from './boolean/show.js'
import { ShowCountry } from './country/show.js'
import { ShowDate, ShowDay, ShowRelativeDate, ShowTime } from './date/show.js'
import { ShowImage } from './image/show.js'
import { ShowJson, ShowList } from './json/show.js'
import { ShowLink } from './link/show.js'
import { markText } from './mark-text.js'
import { ShowMasked } from './masked/show.js'
import { ShowMoney } from './money/show.js'
import { ShowDuration, ShowNumber, ShowPercentage, ShowSize } from './number/show.js'
import type { ShowProps } from './show-props.js'
import { ShowText } from './text/show.js'
import { ShowRelated } from './to-one/show.js'
import { ShowUuid } from './uuid/show.js'

const loadRare = () => import('./show-rare.js')

/** How values are shown, by the name of their widget. A name that is in no table is shown as text. */
const widgets: Readonly<Record<string, ComponentType<ShowProps>>> = {
  address: ShowAddress,
  badge: ShowBadge,
  badges: ShowBadges,
  boolean: ShowBoolean,
  country: ShowCountry,
  date: ShowDate,
  day: ShowDay,
  duration: ShowDuration,
  email: ShowLink,
  image: ShowImage,
  json: ShowJson,
  link: ShowLink,
  list: ShowList,
  masked: ShowMasked,
  money: ShowMoney,
  number: ShowNumber,
  percentage: ShowPercentage,
  phone: ShowLink,
  'relative-date': ShowRelativeDate,
  size: ShowSize,
  time: ShowTime,
  uuid: ShowUuid,
}

/** Widgets whose code is loaded when the first value needs it. */
const lateWidgets: Readonly<Record<string, ComponentType<ShowProps>>> = {
  binary: lazyPart(async () => ({ default: (await loadRare()).ShowBinary })),
  code: lazyPart(async () => ({ default: (await loadRare()).ShowCode })),
  colour: lazyPart(async () => ({ default: (await loadRare()).ShowColour })),
  file: lazyPart(async () => ({ default: (await loadRare()).ShowFile })),
  person: lazyPart(async () => ({ default: (await loadRare()).ShowPerson })),
  point: lazyPart(async () => ({ default: (await loadRare()).ShowPoint })),
  progress: lazyPart(async () => ({ default: (await loadRare()).ShowProgress })),
  rating: lazyPart(async () => ({ default: (await loadRare()).ShowRating })),
  'rich-text': lazyPart(async () => ({ default: (await loadRare()).ShowRichText })),
}

/** Widgets that must not be taken over by another record: what a person has revealed, and pictures that are loaded. */
const ownedByRecord: ReadonlySet<string> = new Set(['image', 'masked'])

/** Widgets that are links or buttons. */
const interactive: ReadonlySet<string> = new Set(['email', 'link', 'phone'])

/** Fields whose values line up at the right. */
export function isEndAligned({ show, kind }: FieldModel): boolean {
  return (
    kind === 'column' && ['number', 'money', 'percentage', 'size', 'duration'].includes(show.name)
  )
}

export interface ShowFieldProps {
  readonly record: PanelRecord
  readonly field: FieldModel
  readonly collections: Collections
  readonly isInTable: boolean
  /** Text is shown as it is: inside of a link there cannot be another one. */
  readonly isPlain?: boolean
  readonly search?: string | undefined
}

/** The value of a field of a record, in its widget. A value that no widget expects harms nothing else. */
export function ShowField(props: ShowFieldProps) {
  return (
    <ErrorBoundary resetKey={props.record} fallback={() => <PlainValue {...props} />}>
      <FieldValue {...props} />
    </ErrorBoundary>
  )
}

const FieldValue = (props: ShowFieldProps): ReactNode => renderField(props)

/** What `ShowField` shows, for cells of which there are hundreds: whoever calls it handles its errors. */
export function renderField(props: ShowFieldProps): ReactNode {
  const { record, field, collections, isInTable, isPlain = false, search } = props
  if (field.kind === 'to-one') {
    const related = record.related[field.name]
    const target = collections.get(field.target ?? '')
    if (!related || !target) return <NoValue />
    const title = getRecordTitle(related, target)
    if (isPlain) {
      return <span className="truncate">{markText(title, search)}</span>
    }
    return <ShowRelated record={related} title={title} search={search} />
  }
  const value = record.values[field.name]
  if (value === null || value === undefined) return <NoValue />
  const widget = chooseWidgetForValue(field.show, value)
  const isText = isPlain && interactive.has(widget.name)
  const shown = { value, field, record, isInTable, search }
  const Late = lateWidgets[widget.name]
  if (Late) {
    return (
      <Suspense fallback={<Skeleton width="6em" />}>
        <Late key={record.id} {...shown} />
      </Suspense>
    )
  }
  const Widget = isText ? ShowText : (widgets[widget.name] ?? ShowText)
  return <Widget key={ownedByRecord.has(widget.name) ? record.id : undefined} {...shown} />
}

const longestPlain = 200

/** What is left when a widget fails. */
function PlainValue({ record, field }: ShowFieldProps) {
  const isRelated = field.kind === 'to-one'
  const value = isRelated ? record.related[field.name]?.id : record.values[field.name]
  if (value === null || value === undefined) return <NoValue />
  const text = (typeof value === 'object' && stringifyExactJson(value)) || String(value)
  return <span className="truncate">{text.slice(0, longestPlain)}</span>
}

function NoValue() {
  const t = useTranslations('values')
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('empty')}</span>
    </span>
  )
}

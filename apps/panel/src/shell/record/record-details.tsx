import { clsx } from 'clsx'
import { FileX, LockKeyhole, Pencil } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { FieldModel, Section } from '../../core/schema/collection-model.js'
import { takesFullRow } from '../../core/schema/takes-full-row.js'
import { ApiError } from '../../data/api-error.js'
import { useLayoutEditing } from '../../data/layout-editing.js'
import { usePlace } from '../../data/place-context.js'
import { Empty } from '../../ui/empty.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ShowField } from '../../widgets/show-value.js'
import { ErrorView } from '../error-view.js'
import type { RecordView } from './use-record-view.js'

const RecordForm = lazyPart(() => import('./record-form.js'))
const FormField = lazyPart(async () => ({ default: (await import('./record-form.js')).FormField }))

/** The fields of a record in their sections, to read or to edit. */
export function RecordDetails({ view }: { readonly view: RecordView }) {
  const { record, error, isPartial, reload, collection, editor } = view
  if (record === null || (error instanceof ApiError && error.status === 404)) {
    return <MissingRecord view={view} />
  }
  // What is known stays, also when it could not be read again.
  if (error && !record) return <ErrorView error={error} onRetry={reload} />
  if (!record) return <DetailsSkeleton />
  const { state } = editor
  // While it is being saved, the record shows what it will be.
  if (state?.open === 'form' && !state.isSaving) {
    return (
      <Suspense fallback={<DetailsSkeleton />}>
        <RecordForm
          sections={collection.editSections}
          collection={collection}
          draft={state.draft}
          problems={state.problems}
          focus={state.focus}
          isDisabled={false}
          onChange={editor.change}
          onTyping={editor.reportTyping}
        />
      </Suspense>
    )
  }
  return (
    <div className="@container flex flex-col gap-6">
      {collection.detailSections.map((section, index) => (
        <DetailsSection
          key={section.label ?? index}
          section={section}
          record={record}
          isPartial={isPartial}
          view={view}
        />
      ))}
    </div>
  )
}

/** Says why there is no record here, and leads back to the list. */
function MissingRecord({ view: { collection } }: { readonly view: RecordView }) {
  const t = useTranslations('record')
  const { names } = usePlace()
  const screen = { kind: 'list', collection: collection.name } as const
  return (
    <Empty
      icon={<FileX size={18} aria-hidden="true" />}
      title={t('missing')}
      hint={t('missingHint')}
    >
      <a
        href={formatAddress({ ...names, screen })}
        className="inline-flex h-7 items-center rounded-control border border-line px-2 font-medium hover:bg-hover pointer-coarse:min-h-11"
      >
        {t('backToList', { name: collection.label })}
      </a>
    </Empty>
  )
}

interface DetailsSectionProps {
  readonly section: Section
  readonly record: PanelRecord
  readonly isPartial: boolean
  readonly view: RecordView
}

function DetailsSection({ section, record, isPartial, view }: DetailsSectionProps) {
  const t = useTranslations('record')
  const { collection, editor } = view
  const open = editor.state?.open ?? []
  const isOpen = (name: string) => !editor.state?.isSaving && open.includes(name)
  const fields = section.fields.flatMap(name => collection.fields.get(name) ?? [])
  const empty = isPartial
    ? []
    : fields.filter(field => isEmpty(record, field) && !isOpen(field.name))
  const shown = fields.filter(field => !empty.includes(field))
  return (
    <SectionFrame section={section}>
      <dl
        className={
          section.columns === 2 ? 'grid grid-cols-1 gap-x-8 @2xl:grid-cols-2' : 'grid grid-cols-1'
        }
      >
        {shown.map(field =>
          isOpen(field.name) ? (
            <OpenField key={field.name} name={field.name} view={view} />
          ) : (
            <ShownField key={field.name} field={field} view={view}>
              {isPartial && isUnknown(record, field) ? (
                <Skeleton width="40%" />
              ) : (
                <ShowField
                  record={record}
                  field={field}
                  collections={view.collections}
                  isInTable={false}
                />
              )}
            </ShownField>
          ),
        )}
      </dl>
      {empty.length > 0 ? <EmptyFields fields={empty} view={view} label={t('empty')} /> : null}
    </SectionFrame>
  )
}

interface SectionFrameProps {
  readonly section: Section
  readonly children: ReactNode
}

/** A section with its heading; one that the layout folds is opened by its heading. */
function SectionFrame({ section: { label, isCollapsed }, children }: SectionFrameProps) {
  if (!label) return <section>{children}</section>
  const heading = <h3 className="inline text-section font-semibold">{label}</h3>
  if (!isCollapsed) {
    return (
      <section>
        <div className="mb-2">{heading}</div>
        {children}
      </section>
    )
  }
  return (
    <details>
      <summary className="mb-2 cursor-pointer rounded-control">{heading}</summary>
      {children}
    </details>
  )
}

interface ShownFieldProps {
  readonly field: FieldModel
  readonly view: RecordView
  readonly children: ReactNode
}

function ShownField({ field, view, children }: ShownFieldProps) {
  const t = useTranslations('record')
  const draft = useLayoutEditing()?.draft
  return (
    <div
      data-field={field.name}
      className={clsx(
        'group/field flex min-h-9 min-w-0 items-baseline gap-3 border-b border-line/60 py-2 pointer-coarse:py-1',
        takesFullRow(field, 'show') &&
          'col-span-full max-sm:flex-col max-sm:items-stretch max-sm:gap-0',
      )}
    >
      {/* For fingers, the first line is as high as the button beside it. */}
      <dt
        className="w-32 shrink-0 truncate text-muted @2xl:w-36 pointer-coarse:py-3"
        data-tooltip={field.help}
      >
        {field.label}
      </dt>
      <dd className="flex min-w-0 flex-1 items-baseline gap-1">
        <div className="min-w-0 flex-1 wrap-anywhere pointer-coarse:py-3">{children}</div>
        {draft ? (
          <draft.Handles collection={view.collection.name} field={field} />
        ) : view.mayEdit && field.isWritable ? (
          <button
            type="button"
            aria-label={t('editField', { name: field.label })}
            data-tooltip={t('editField', { name: field.label })}
            onClick={() => view.editor.open(field.name)}
            className="-my-1 inline-flex size-7 shrink-0 items-center justify-center self-start rounded-control text-faint opacity-0 group-hover/field:opacity-100 hover:bg-hover hover:text-text focus-visible:opacity-100 pointer-coarse:my-0 pointer-coarse:size-11 pointer-coarse:opacity-100"
          >
            <Pencil size={14} aria-hidden="true" />
          </button>
        ) : null}
      </dd>
    </div>
  )
}

/** A field that is edited in its place. */
function OpenField({ name, view }: { readonly name: string; readonly view: RecordView }) {
  const { collection, editor } = view
  const { state } = editor
  if (!state) return null
  return (
    <div className="min-w-0 border-b border-line/60 py-2">
      <Suspense fallback={<Skeleton width="40%" />}>
        <FormField
          name={name}
          collection={collection}
          draft={state.draft}
          problems={state.problems}
          focus={state.focus}
          isDisabled={false}
          onChange={editor.change}
          onTyping={editor.reportTyping}
        />
      </Suspense>
    </div>
  )
}

interface EmptyFieldsProps {
  readonly fields: readonly FieldModel[]
  readonly view: RecordView
  readonly label: string
}

/** Fields without a value take one line together; those that can be filled in are buttons. */
function EmptyFields({ fields, view, label }: EmptyFieldsProps) {
  const t = useTranslations('record')
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-1 text-small text-faint">
      <span>{label}</span>
      {fields.map((field, index) => (
        <span key={field.name}>
          {view.mayEdit && field.isWritable ? (
            <button
              type="button"
              aria-label={t('editField', { name: field.label })}
              onClick={() => view.editor.open(field.name)}
              className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-control underline decoration-line underline-offset-2 hover:text-text pointer-coarse:min-h-11"
            >
              {field.label}
            </button>
          ) : (
            field.label
          )}
          {index < fields.length - 1 ? ',' : ''}
        </span>
      ))}
    </p>
  )
}

/** What people see who may list records but not open one. */
export function NoRightToRead({ name }: { readonly name: string }) {
  const t = useTranslations('record')
  return (
    <Empty
      icon={<LockKeyhole size={18} aria-hidden="true" />}
      title={t('mayNotRead', { name })}
      hint={t('mayNotReadHint')}
    />
  )
}

function DetailsSkeleton() {
  return (
    <div className="flex flex-col gap-5 py-2">
      {['70%', '55%', '62%', '48%', '66%', '51%'].map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

function isUnknown(record: PanelRecord, { kind, name }: FieldModel): boolean {
  return !Object.hasOwn(kind === 'to-one' ? record.related : record.values, name)
}

function isEmpty(record: PanelRecord, { kind, name }: FieldModel): boolean {
  const value = kind === 'to-one' ? record.related[name] : record.values[name]
  return value === null || value === undefined || value === ''
}

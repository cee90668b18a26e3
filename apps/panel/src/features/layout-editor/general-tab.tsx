import { useTranslations } from 'use-intl'
import {
  changeCollection,
  changeList,
  getCollectionLayout,
} from '../../core/layout/change-layout.js'
import { guessLabel } from '../../core/schema/guess-label.js'
import { usePlainSchema } from '../../data/use-plain-schema.js'
import { CheckField } from '../../ui/check-field.js'
import { Select } from '../../ui/select.js'
import type { TabProps } from './editor-props.js'
import { edit } from './editor-store.js'
import { OrderedList } from './ordered-list.js'
import { TextSetting } from './text-setting.js'

/** The name of a collection, what names a record, how its list is sorted, and its segments. */
export function GeneralTab({ layout, collection }: TabProps) {
  const t = useTranslations('layoutEditor.general')
  const { name, fields, sort } = collection
  const own = getCollectionLayout(layout, name)
  const all = [...fields.values()]
  const columns = all.filter(({ kind }) => kind === 'column')
  const [first] = sort
  const written = own.list?.sort?.[0]
  const setSort = (field: string, isDescending: boolean) =>
    edit(each =>
      changeList(each, name, {
        sort: field === '' ? undefined : [{ field, ...(isDescending && { isDescending }) }],
      }),
    )
  return (
    <>
      <TextSetting
        label={t('label')}
        value={own.label ?? ''}
        placeholder={guessLabel(name)}
        maxLength={100}
        onChange={text =>
          edit(each => changeCollection(each, name, { label: text || undefined }), `label ${name}`)
        }
      />
      <TextSetting
        label={t('description')}
        value={own.description ?? ''}
        maxLength={2000}
        onChange={text =>
          edit(
            each => changeCollection(each, name, { description: text || undefined }),
            `description ${name}`,
          )
        }
      />
      <Choice label={t('title')}>
        <Select
          label={t('title')}
          value={own.titleField ?? ''}
          isWide
          onChange={field =>
            edit(each => changeCollection(each, name, { titleField: field || undefined }))
          }
        >
          <option value="">{t('guessed')}</option>
          {columns.map(field => (
            <option key={field.name} value={field.name}>
              {field.label}
            </option>
          ))}
        </Select>
      </Choice>
      <Choice label={t('sort')}>
        <span className="flex items-center gap-3">
          <Select
            label={t('sort')}
            value={written?.field ?? ''}
            isWide
            onChange={field => setSort(field, first?.isDescending === true)}
          >
            <option value="">{t('guessed')}</option>
            {all
              .filter(({ isSortable, kind }) => isSortable && kind === 'column')
              .map(field => (
                <option key={field.name} value={field.name}>
                  {field.label}
                </option>
              ))}
          </Select>
          {written ? (
            <CheckField
              label={t('descending')}
              isChecked={written.isDescending === true}
              onChange={isDescending => setSort(written.field, isDescending)}
            />
          ) : null}
        </span>
      </Choice>
      <Segments layout={layout} name={name} shown={collection.segments.map(each => each.name)} />
    </>
  )
}

function Choice({
  label,
  children,
}: {
  readonly label: string
  readonly children: React.ReactNode
}) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="text-small font-medium text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}

interface SegmentsProps extends Pick<TabProps, 'layout'> {
  readonly name: string
  readonly shown: readonly string[]
}

function Segments({ name, shown }: SegmentsProps) {
  const t = useTranslations('layoutEditor.general')
  const schema = usePlainSchema()
  const all = schema?.collections.find(each => each.name === name)?.segments ?? []
  const hidden = all.map(each => each.name).filter(each => !shown.includes(each))
  const set = (segments: readonly string[]) => edit(each => changeList(each, name, { segments }))
  if (all.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-small font-medium text-muted">{t('segments')}</h3>
      <OrderedList
        label={t('segments')}
        items={[...shown, ...hidden].map(key => ({
          key,
          label: key,
          isHidden: hidden.includes(key),
        }))}
        onOrder={set}
        onToggle={key =>
          set(hidden.includes(key) ? [...shown, key] : shown.filter(each => each !== key))
        }
      />
    </section>
  )
}

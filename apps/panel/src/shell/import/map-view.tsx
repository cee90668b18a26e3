import { useTranslations } from 'use-intl'
import { guessFormat, guessKey, listImportFields } from '../../core/import/guess-mapping.js'
import type { ColumnMapping, ImportSettings } from '../../core/import/import-settings.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { Button } from '../../ui/button.js'
import { CheckField } from '../../ui/check-field.js'
import { DrawerBody, DrawerFooter, DrawerForm } from '../../ui/drawer.js'
import { RadioList } from '../../ui/radio-list.js'
import { Select } from '../../ui/select.js'
import type { ViewProps } from './view-props.js'

const delimiters: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}
const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const

/** Which column goes to which field, and what is done with the rows. */
export function MapView(props: ViewProps) {
  const { session, state, collection } = props
  const t = useTranslations('import')
  const { head, settings, choices } = state
  if (!head || !settings) return null
  const { columns, mode, key } = settings
  const change = (next: Partial<ImportSettings>) => session.setSettings({ ...settings, ...next })
  const mapped = columns.flatMap(({ field }) => (field === null ? [] : [field]))
  const keyChoices = listKeyChoices()
  const isReady =
    mapped.length > 0 &&
    (mode === 'create' || (key.length > 0 && key.every(name => mapped.includes(name))))

  function listKeyChoices(): readonly (readonly string[])[] {
    const primary = guessKey(columns, collection)
    const single = mapped
      .filter(
        name => isKeyField(collection.fields.get(name)) && !collection.primaryKey.includes(name),
      )
      .map(name => [name])
    return primary.length > 0 ? [primary, ...single] : single
  }

  function setColumn(position: number, next: ColumnMapping) {
    const isTaken = (each: ColumnMapping, at: number) =>
      at !== position && next.field !== null && each.field === next.field
    change({
      columns: columns.map((each, at) => {
        if (at === position) return next
        return isTaken(each, at) ? { ...each, field: null } : each
      }),
    })
  }

  return (
    <DrawerForm
      onSubmit={() => {
        if (isReady) void session.check()
      }}
    >
      <DrawerBody>
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="pb-1 text-small font-medium text-muted">{t('fileFormat')}</legend>
          <Select
            label={t('delimiter')}
            value={head.delimiter}
            onChange={delimiter => void session.setChoices({ delimiter })}
          >
            {[...new Set([...Object.keys(delimiters), head.delimiter])].map(each => (
              <option key={each} value={each}>
                {t('delimiters', { sign: delimiters[each] ?? 'other' })}
              </option>
            ))}
          </Select>
          <Select
            label={t('encoding')}
            value={head.encoding}
            onChange={encoding => void session.setChoices({ encoding })}
          >
            {encodings.map(each => (
              <option key={each} value={each}>
                {each.toUpperCase()}
              </option>
            ))}
          </Select>
          <CheckField
            label={t('hasHeader')}
            isChecked={choices.hasHeader}
            onChange={hasHeader => void session.setChoices({ hasHeader })}
          />
        </fieldset>
        <RadioList
          label={t('mode')}
          value={mode}
          onChange={next =>
            change({ mode: next, key: next === 'upsert' ? (keyChoices[0] ?? []) : [] })
          }
          options={[
            { value: 'create', label: t('create') },
            ...(collection.rights.edit ? [{ value: 'upsert', label: t('upsert') } as const] : []),
          ]}
        />
        {mode === 'upsert' ? (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <span className="text-muted">{t('foundBy')}</span>
              <Select
                label={t('foundBy')}
                value={key.join('\n')}
                isWideOnPhone
                onChange={next => change({ key: next === '' ? [] : next.split('\n') })}
              >
                <option value="">{t('chooseKey')}</option>
                {keyChoices.map(names => (
                  <option key={names.join('\n')} value={names.join('\n')}>
                    {names.map(name => collection.fields.get(name)?.label ?? name).join(', ')}
                  </option>
                ))}
              </Select>
            </div>
            <CheckField
              label={t('clearEmpty')}
              isChecked={settings.isEmptyCleared}
              onChange={isEmptyCleared => change({ isEmptyCleared })}
            />
          </>
        ) : null}
        <section aria-label={t('columns')} className="flex flex-col gap-2">
          <h3 className="text-small font-medium text-muted">{t('columns')}</h3>
          {head.header.map((name, position) => (
            <ColumnCard
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file stay in their order
              key={position}
              name={name}
              samples={head.samples.map(row => row[position] ?? '')}
              mapping={columns[position]!}
              fields={listImportFields(collection)}
              onChange={next => setColumn(position, next)}
            />
          ))}
        </section>
      </DrawerBody>
      <DrawerFooter>
        <Button size="form" onClick={() => session.reset()}>
          {t('otherFile')}
        </Button>
        <Button size="form" look="primary" type="submit" disabled={!isReady}>
          {t('check')}
        </Button>
      </DrawerFooter>
    </DrawerForm>
  )
}

const keyTypes: readonly unknown[] = ['String', 'Number', 'Uuid', 'Enum', 'Dateonly']

function isKeyField(field: FieldModel | undefined): boolean {
  return field?.kind === 'column' && keyTypes.includes(field.columnType)
}

interface ColumnCardProps {
  readonly name: string
  readonly samples: readonly string[]
  readonly mapping: ColumnMapping
  readonly fields: readonly FieldModel[]
  readonly onChange: (mapping: ColumnMapping) => void
}

/** A column of the file: its name, some values, and the field it goes to. */
function ColumnCard({ name, samples, mapping, fields, onChange }: ColumnCardProps) {
  const t = useTranslations('import')
  const field = fields.find(each => each.name === mapping.field)
  const shown = samples.filter(text => text.trim() !== '').slice(0, 3)
  const type = field?.kind === 'column' ? field.columnType : undefined
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line px-3 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-small text-muted">{shown.join(' · ') || t('noValues')}</p>
      </div>
      <div className="flex flex-col gap-2 max-sm:w-full">
        <Select
          label={t('fieldOf', { column: name })}
          value={mapping.field ?? ''}
          isWideOnPhone
          onChange={next => {
            const chosen = fields.find(each => each.name === next)
            const format = chosen ? guessFormat(chosen, samples.filter(Boolean), 'en-GB') : mapping
            onChange({ ...format, field: chosen?.name ?? null })
          }}
        >
          <option value="">{t('leaveOut')}</option>
          {fields.map(each => (
            <option key={each.name} value={each.name}>
              {each.kind === 'to-one' ? t('relationId', { name: each.label }) : each.label}
            </option>
          ))}
        </Select>
        {type === 'Date' || type === 'Dateonly' ? (
          <Select
            label={t('dateOrderOf', { column: name })}
            value={mapping.dateOrder}
            isWideOnPhone
            onChange={next =>
              onChange({ ...mapping, dateOrder: next as ColumnMapping['dateOrder'] })
            }
          >
            <option value="iso">{t('iso')}</option>
            <option value="day-first">{t('dayFirst')}</option>
            <option value="month-first">{t('monthFirst')}</option>
          </Select>
        ) : null}
        {type === 'Number' ? (
          <Select
            label={t('decimalOf', { column: name })}
            value={mapping.decimal}
            isWideOnPhone
            onChange={next => onChange({ ...mapping, decimal: next as ColumnMapping['decimal'] })}
          >
            <option value=".">{t('decimalPoint')}</option>
            <option value=",">{t('decimalComma')}</option>
          </Select>
        ) : null}
      </div>
    </div>
  )
}

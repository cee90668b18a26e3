import { ownValue } from '@service/base'
import type { LayoutWidget } from '@service/protocol'
import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import {
  changeCollection,
  changeField,
  type FieldLayout,
  getCollectionLayout,
} from '../../core/layout/change-layout.js'
import { listWidgets } from '../../core/layout/widget-choices.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { guessLabel } from '../../core/schema/guess-label.js'
import { isNeeded } from '../../core/schema/is-needed.js'
import { Button } from '../../ui/button.js'
import { CheckField } from '../../ui/check-field.js'
import { Select } from '../../ui/select.js'
import type { TabProps } from './editor-props.js'
import { closeField, edit } from './editor-store.js'
import { TextSetting } from './text-setting.js'
import { useWidgetName } from './use-change-text.js'

interface FieldSettingsProps extends TabProps {
  readonly field: FieldModel
}

/** The label, the help text and the widgets of a field. */
export function FieldSettings({ layout, collection, field }: FieldSettingsProps) {
  const t = useTranslations('layoutEditor.field')
  const { name } = collection
  const own: FieldLayout =
    ownValue(getCollectionLayout(layout, name).fields ?? {}, field.name) ?? {}
  const set = (part: Parameters<typeof changeField>[3], topic?: string) =>
    edit(
      each => changeField(each, name, field.name, part),
      topic && `${topic} ${name} ${field.name}`,
    )
  return (
    <>
      <div>
        <Button look="ghost" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={closeField}>
          {t('back')}
        </Button>
      </div>
      <h3 className="text-section font-semibold">{field.label}</h3>
      <TextSetting
        key={`label ${name} ${field.name}`}
        label={t('label')}
        value={own.label ?? ''}
        placeholder={guessLabel(field.name)}
        maxLength={100}
        hasFocus
        onChange={text => set({ label: text || undefined }, 'label')}
      />
      <TextSetting
        key={`help ${name} ${field.name}`}
        label={t('help')}
        value={own.help ?? ''}
        maxLength={2000}
        onChange={text => set({ help: text || undefined }, 'help')}
      />
      {field.kind === 'column' ? (
        <>
          <WidgetChoice
            label={t('show')}
            field={field}
            use="show"
            chosen={own.show}
            onChange={show => set({ show })}
          />
          {field.isWritable ? (
            <WidgetChoice
              label={t('edit')}
              field={field}
              use="edit"
              chosen={own.edit}
              onChange={widget => set({ edit: widget })}
            />
          ) : null}
          <CheckField
            label={t('title')}
            hint={t('titleHint')}
            isChecked={collection.titleField === field.name}
            onChange={isTitle =>
              edit(each =>
                changeCollection(each, name, { titleField: isTitle ? field.name : undefined }),
              )
            }
          />
        </>
      ) : null}
      <CheckField
        label={t('hidden')}
        hint={field.isWritable && isNeeded(field) ? t('hiddenNeeded') : t('hiddenHint')}
        isChecked={field.isHidden}
        onChange={isHidden => set({ isHidden: isHidden || undefined })}
      />
    </>
  )
}

interface WidgetChoiceProps {
  readonly label: string
  readonly field: FieldModel
  readonly use: 'show' | 'edit'
  readonly chosen: LayoutWidget | undefined
  readonly onChange: (widget: LayoutWidget | undefined) => void
}

function WidgetChoice({ label, field, use, chosen, onChange }: WidgetChoiceProps) {
  const t = useTranslations('layoutEditor.field')
  const nameWidget = useWidgetName()
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="text-small font-medium text-muted">
        {label}
      </span>
      <Select
        label={label}
        value={chosen?.name ?? ''}
        isWide
        onChange={name => {
          // Settings that the guess found, such as the currency, stay.
          const same = field[use].name === name ? field[use] : { name }
          onChange(name === '' ? undefined : same)
        }}
      >
        <option value="">{t('guessed')}</option>
        {listWidgets(field, use).map(name => (
          <option key={name} value={name}>
            {nameWidget(name)}
          </option>
        ))}
      </Select>
    </div>
  )
}

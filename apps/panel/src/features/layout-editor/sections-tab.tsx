import type { LayoutSection } from '@service/protocol'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeField } from '../../core/layout/change-layout.js'
import {
  addSection,
  changeSection,
  findHidingProblem,
  hasOwnSections,
  placeField,
  readSections,
  removeField,
  removeSection,
  type SectionPart,
  setSections,
} from '../../core/layout/edit-sections.js'
import { moveItem } from '../../core/layout/move-item.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { Button, IconButton } from '../../ui/button.js'
import { CheckField } from '../../ui/check-field.js'
import type { TabProps } from './editor-props.js'
import { EditorRow } from './editor-row.js'
import { edit, openField } from './editor-store.js'
import { MoveMenu, type MoveOpening } from './move-menu.js'
import { ResetButton } from './reset-button.js'
import { useSortable } from './sortable.js'
import { TextSetting } from './text-setting.js'

interface SectionsTabProps extends TabProps {
  readonly part: SectionPart
}

/** The sections of the details page or of a form, with their fields. */
export function SectionsTab({ layout, collection, part }: SectionsTabProps) {
  const t = useTranslations('layoutEditor.sections')
  const { name, fields } = collection
  const sections = readSections(layout, collection, part)
  const [moving, setMoving] = useState<MoveOpening>()
  const list = useRef<HTMLDivElement>(null)
  const change = (next: readonly LayoutSection[] | undefined, topic?: string) =>
    edit(each => setSections(each, name, part, next), topic)
  const placed = new Set(sections.flatMap(section => section.fields))
  const isOffered = (field: FieldModel) =>
    field.kind !== 'to-many' && (part === 'detail' || field.isWritable)
  const left = [...fields.values()].filter(field => isOffered(field) && !placed.has(field.name))
  const toggle = (field: FieldModel) => {
    if (part === 'detail') {
      const isHidden = field.isHidden ? undefined : true
      edit(each => changeField(each, name, field.name, { isHidden }))
    } else if (placed.has(field.name)) change(removeField(sections, field.name))
    else change(placeField(sections, field.name, { section: Math.max(sections.length - 1, 0) }))
  }
  const explain = (field: FieldModel) => {
    if (part !== 'detail' && field.isHidden) return t('hiddenEverywhere')
    return findHidingProblem(field, part) && placed.has(field.name) ? t('needed') : undefined
  }
  const nameSection = (index: number) =>
    sections[index]?.label ?? t('unnamed', { number: index + 1 })
  const step = (section: number, field: string, by: -1 | 1) => {
    const names = sections[section]?.fields ?? []
    change(
      sections.map((each, index) =>
        index === section
          ? { ...each, fields: moveItem(names, names.indexOf(field), names.indexOf(field) + by) }
          : each,
      ),
    )
  }
  useSortable(
    list,
    `field ${part}`,
    ({ key, before, group }) => change(placeField(sections, key, { section: group, before })),
    JSON.stringify(sections),
  )
  return (
    <>
      <p className="text-muted">{t(`hint.${part}`)}</p>
      <div ref={list} className="flex flex-col gap-4">
        {sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids, their position is what they are
          <section key={index} aria-label={nameSection(index)} className="flex flex-col gap-1">
            <div className="flex items-center gap-1">
              <TextSetting
                label={t('label', { number: index + 1 })}
                isLabelHidden
                value={section.label ?? ''}
                placeholder={t('noLabel')}
                maxLength={100}
                onChange={text =>
                  change(
                    changeSection(sections, index, { label: text === '' ? undefined : text }),
                    `section ${name} ${part} ${index}`,
                  )
                }
              />
              <IconButton
                label={t('up', { name: nameSection(index) })}
                disabled={index === 0}
                onClick={() => change(moveItem(sections, index, index - 1))}
              >
                <ArrowUp size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('down', { name: nameSection(index) })}
                disabled={index === sections.length - 1}
                onClick={() => change(moveItem(sections, index, index + 1))}
              >
                <ArrowDown size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('remove', { name: nameSection(index) })}
                disabled={sections.length === 1}
                onClick={() => change(removeSection(sections, index))}
              >
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
            </div>
            <div className="flex flex-wrap gap-x-4 text-muted">
              <CheckField
                label={t('oneColumn')}
                isChecked={section.columns === 1}
                onChange={isOne =>
                  change(changeSection(sections, index, { columns: isOne ? 1 : 2 }))
                }
              />
              {part === 'detail' && section.label !== undefined ? (
                <CheckField
                  label={t('folded')}
                  isChecked={section.isCollapsed === true}
                  onChange={isFolded =>
                    change(changeSection(sections, index, { isCollapsed: isFolded || undefined }))
                  }
                />
              ) : null}
            </div>
            <ul>
              {section.fields.map((fieldName, position) => {
                const field = fields.get(fieldName)
                if (!field || !isOffered(field)) return null
                return (
                  <EditorRow
                    key={fieldName}
                    itemKey={fieldName}
                    group={index}
                    label={field.label}
                    isHidden={field.isHidden}
                    hideProblem={explain(field)}
                    onToggle={() => toggle(field)}
                    onSettings={() => openField(name, fieldName)}
                    onStep={by => step(index, fieldName, by)}
                    onMoveMenu={anchor =>
                      setMoving({
                        anchor,
                        key: fieldName,
                        label: field.label,
                        isFirst: position === 0,
                        isLast: position === section.fields.length - 1,
                        onStep: by => step(index, fieldName, by),
                        targets: sections.flatMap((_each, other) =>
                          other === index
                            ? []
                            : [
                                {
                                  label: nameSection(other),
                                  onChoose: () =>
                                    change(placeField(sections, fieldName, { section: other })),
                                },
                              ],
                        ),
                      })
                    }
                  />
                )
              })}
              <li
                data-end=""
                data-group={index}
                className={section.fields.length === 0 ? 'px-2 py-1 text-small text-faint' : 'h-1'}
              >
                {section.fields.length === 0 ? t('empty') : null}
              </li>
            </ul>
          </section>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() =>
            change(addSection(sections, t('newLabel', { number: sections.length + 1 })))
          }
        >
          {t('add')}
        </Button>
      </div>
      {left.length > 0 ? (
        <section aria-label={t('left')} className="flex flex-col gap-1">
          <h3 className="text-small font-medium text-muted">{t('left')}</h3>
          <ul>
            {left.map(field => (
              <EditorRow
                key={field.name}
                itemKey={field.name}
                label={field.label}
                isHidden
                hideProblem={explain(field)}
                onToggle={() => toggle(field)}
              />
            ))}
          </ul>
        </section>
      ) : null}
      {hasOwnSections(layout, name, part) ? (
        <ResetButton onReset={() => change(undefined)}>{t(`reset.${part}`)}</ResetButton>
      ) : null}
      {moving ? <MoveMenu opening={moving} onClose={() => setMoving(undefined)} /> : null}
    </>
  )
}

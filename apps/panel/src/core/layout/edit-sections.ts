import type { CollectionLayout, Layout, LayoutSection } from '@service/protocol'
import type { CollectionModel, FieldModel, Section } from '../schema/collection-model.js'
import { isNeeded } from '../schema/is-needed.js'
import { changeCollection, getCollectionLayout } from './change-layout.js'

/** The pages that consist of sections. */
export type SectionPart = 'detail' | 'create' | 'edit'

type Sections = readonly LayoutSection[]

/**
 * Returns the sections of a page as they are edited: those of the document, also without fields, or
 * the ones that are shown now. Fields that no section names are in the last one, as on the page.
 *
 * @example
 * readSections(layout, orders, 'detail')
 */
export function readSections(layout: Layout, model: CollectionModel, part: SectionPart): Sections {
  const written = getWritten(getCollectionLayout(layout, model.name), part) ?? []
  const shown = getShown(model, part)
  if (written.length === 0) return shown.map(writeSection)
  const placed = new Set(written.flatMap(({ fields }) => fields))
  const rest = shown.flatMap(({ fields }) => fields).filter(name => !placed.has(name))
  if (rest.length === 0) return written
  return written.map((section, index) =>
    index === written.length - 1 ? { ...section, fields: [...section.fields, ...rest] } : section,
  )
}

/** Whether the layout describes the page; otherwise it is guessed, and forms follow the details. */
export function hasOwnSections(layout: Layout, collection: string, part: SectionPart): boolean {
  return (getWritten(getCollectionLayout(layout, collection), part) ?? []).length > 0
}

/**
 * Returns the layout with other sections of a page; undefined lets them be guessed.
 *
 * @example
 * setSections(layout, 'orders', 'detail', addSection(sections, 'Delivery'))
 */
export function setSections(
  layout: Layout,
  collection: string,
  part: SectionPart,
  sections: Sections | undefined,
): Layout {
  const { detail, forms } = getCollectionLayout(layout, collection)
  const change = (
    part === 'detail'
      ? { detail: { ...detail, sections } }
      : { forms: { ...forms, [part]: sections } }
  ) as CollectionLayout
  return changeCollection(layout, collection, change)
}

function getWritten({ detail, forms }: CollectionLayout, part: SectionPart): Sections | undefined {
  return part === 'detail' ? detail?.sections : forms?.[part]
}

function getShown(model: CollectionModel, part: SectionPart): readonly Section[] {
  if (part === 'detail') return model.detailSections
  return part === 'create' ? model.createSections : model.editSections
}

const writeSection = ({ label, fields, columns, isCollapsed }: Section): LayoutSection => ({
  ...(label !== undefined && { label }),
  fields,
  columns,
  ...(isCollapsed && { isCollapsed }),
})

/** Where a field goes: before another one of the section, or to its end. */
export interface FieldTarget {
  readonly section: number
  readonly before?: string | undefined
}

/**
 * Returns the sections with a field at another position, also one that was in none.
 *
 * @example
 * placeField(sections, 'total', { section: 1, before: 'currency' })
 */
export function placeField(sections: Sections, field: string, target: FieldTarget): Sections {
  if (!sections[target.section] || target.before === field) return sections
  return removeField(sections, field).map((section, index) => {
    if (index !== target.section) return section
    const position = section.fields.indexOf(target.before ?? '')
    const end = position < 0 ? section.fields.length : position
    return { ...section, fields: section.fields.toSpliced(end, 0, field) }
  })
}

/**
 * Returns the sections without a field.
 *
 * @example
 * removeField(sections, 'note')
 */
export function removeField(sections: Sections, field: string): Sections {
  return sections.map(section =>
    section.fields.includes(field)
      ? { ...section, fields: section.fields.filter(name => name !== field) }
      : section,
  )
}

/**
 * Returns the sections with an empty one at the end.
 *
 * @example
 * addSection(sections, 'Delivery')
 */
export function addSection(sections: Sections, label: string): Sections {
  return [...sections, { label, fields: [], columns: 2 }]
}

/**
 * Returns the sections without one; its fields go to the section before it, or after it.
 *
 * @example
 * removeSection(sections, 1)
 */
export function removeSection(sections: Sections, index: number): Sections {
  const removed = sections[index]
  if (!removed || sections.length === 1) return sections
  const heir = index === 0 ? 1 : index - 1
  return sections
    .map((section, position) =>
      position === heir
        ? {
            ...section,
            fields:
              index === 0
                ? [...removed.fields, ...section.fields]
                : [...section.fields, ...removed.fields],
          }
        : section,
    )
    .filter((_section, position) => position !== index)
}

/**
 * Returns the sections with another label, width or folding of one; undefined removes a member.
 *
 * @example
 * changeSection(sections, 0, { label: 'Order', isCollapsed: undefined })
 */
export function changeSection(
  sections: Sections,
  index: number,
  part: { readonly [K in keyof LayoutSection]?: LayoutSection[K] | undefined },
): Sections {
  return sections.map((section, position) => {
    if (position !== index) return section
    const members = Object.entries({ ...section, ...part })
    return Object.fromEntries(
      members.filter(([, value]) => value !== undefined),
    ) as unknown as LayoutSection
  })
}

/** Why a field cannot be hidden from a form; undefined when it can. */
export type HidingProblem = 'needed' | undefined

/**
 * Says why a field cannot be left out of the form that creates records: no record could be created
 * without it.
 *
 * @example
 * findHidingProblem(reference, 'create') // 'needed'
 */
export function findHidingProblem(field: FieldModel, part: SectionPart): HidingProblem {
  return part === 'create' && field.isWritable && isNeeded(field) ? 'needed' : undefined
}

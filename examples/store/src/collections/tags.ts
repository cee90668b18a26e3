import type { CollectionCustomizer } from '@service/agent'
import type { Schema } from '../typings.js'

/** Labels of products: one of each. */
export function customizeTags(tags: CollectionCustomizer<Schema, 'tags'>): void {
  // #region override-create
  tags.overrideCreate(async ({ collection, data }) => {
    const labels = data.map(({ label }) => label)
    const known = await collection.list(
      { conditionTree: { field: 'label', operator: 'In', value: labels } },
      ['id', 'label'],
    )
    const missing = labels.filter(label => !known.some(tag => tag.label === label))
    const made = await collection.create(missing.map(label => ({ label: label ?? undefined })))
    const byLabel = new Map([...known, ...made].map(tag => [tag.label, tag]))
    return labels.map(label => byLabel.get(label) ?? {})
  })
  // #endregion
}

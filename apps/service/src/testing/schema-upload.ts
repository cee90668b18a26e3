/** What an agent uploads, with these collections and their actions. */
export function schemaUpload(
  collections: Readonly<Record<string, readonly string[]>>,
  hash = 'a'.repeat(40),
) {
  const actions = Object.entries(collections).flatMap(([name, names]) =>
    names.map((action, index) => ({
      type: 'actions',
      id: `${name}-${index}-${action.toLowerCase()}`,
      attributes: { name: action, type: 'single', hooks: { load: false, change: [] } },
    })),
  )
  return {
    jsonapi: { version: '1.0' },
    meta: {
      liana: 'service-agent',
      liana_version: '1.0.0',
      liana_features: null,
      stack: { engine: 'nodejs', engine_version: '20.20.2' },
      schemaFileHash: hash,
    },
    data: Object.keys(collections).map(name => ({
      type: 'collections',
      id: name,
      attributes: { name, fields: [{ field: 'id', type: 'Number' }], isReadOnly: false },
      relationships: {
        segments: { data: [{ type: 'segments', id: `${name}.recent` }] },
        actions: {
          data: actions
            .filter(({ id }) => id.startsWith(`${name}-`))
            .map(({ id }) => ({ type: 'actions', id })),
        },
      },
    })),
    included: [
      ...Object.keys(collections).map(name => ({
        type: 'segments',
        id: `${name}.recent`,
        attributes: { name: 'recent' },
      })),
      ...actions,
    ],
  }
}

const COLLECTIONS = 120
const CALLS = 60

/** A schema as the typings of a database with 120 tables describe it. */
export function schemaProgram(): string {
  const collections = Array.from({ length: COLLECTIONS }, (_, i) => collectionText(i + 1))
  return `export type Shop = {\n${collections.join('\n')}\n}\n`
}

function collectionText(i: number): string {
  const parents = [(i * 7) % COLLECTIONS, (i * 13) % COLLECTIONS].map(parent => parent + 1)
  return `  t${i}: {
    columns: { id: number; code: string; name: string | null; amount: number | null; quantity: number
      isActive: boolean; dueOn: string | null; createdAt: string; parentId: number | null; otherId: number }
    toOne: { parent: 't${parents[0]}'; other: 't${parents[1]}' }
    toMany: { children: 't${parents[1]}' }
  }`
}

/** One chain of 60 calls; each of them sees what those before have added. */
export function chainProgram(): string {
  const calls = Array.from({ length: CALLS }, (_, i) => callText(i))
  return `import { createAgent } from '@service/agent'
import type { Shop } from './schema.js'

createAgent<Shop>({ authSecret: '', envSecret: '' })
  .customizeCollection('t1', collection =>
    collection
${calls.join('\n')},
  )
  .customizeCollection('t2', collection => collection.importField('last', { path: 'parent:name' }))
`
}

const callTexts: readonly ((i: number) => string)[] = [
  i => `      .addField('text${i}', {
        columnType: 'String',
        dependencies: ['code', 'parent:name'],
        getValues: records => records.map(({ code, parent }) => \`\${code} \${parent?.name}\`),
      })`,
  i => `      .importField('imported${i}', { path: 'parent:other:code' })`,
  i => `      .emulateFieldFiltering('text${i - 2}')`,
  i =>
    `      .addSegment('Segment ${i}', { field: 'text${i - 3}', operator: 'Equal', value: 'x' })`,
  i => `      .renameField('imported${i - 3}', 'renamed${i}')`,
  i => `      .addManyToOneRelation('relation${i}', 't${i + 3}', { foreignKey: 'otherId' })`,
]

function callText(i: number): string {
  return callTexts[i % callTexts.length]!(i)
}

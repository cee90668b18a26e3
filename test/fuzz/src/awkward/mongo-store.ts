import { createMongoDataSource } from '@service/datasource-mongo'
import { BSON, type Document, MongoClient } from 'mongodb'
import { type AwkwardTable, MARK } from './model.js'
import { mongoFlavour } from './mongo-flavour.js'
import type { Store } from './store.js'
import type { StoredRow } from './stored-rows.js'

const { EJSON } = BSON

export async function mongoStore(url: string): Promise<Store> {
  const name = `awkward_${process.pid}`
  const client = await MongoClient.connect(url, { promoteValues: false })
  const database = client.db(name)
  const address = new URL(url)
  address.pathname = name
  return {
    flavour: mongoFlavour,
    async make(tables) {
      await database.dropDatabase()
      for (const table of tables) {
        await database.collection<Document>(table.name).insertMany(buildDocuments(table))
      }
    },
    async readStoredRows(table) {
      const documents = await database.collection(table.name).find().toArray()
      return new Map(documents.map(document => [readMark(document), toRow(table, document)]))
    },
    source: () => createMongoDataSource(address.href),
    async stop() {
      await database.dropDatabase()
      await client.close()
    },
  }
}

function buildDocuments({ columns, rows }: AwkwardTable): Document[] {
  return rows.map(row => {
    const members = columns.map(({ name }, index) => `${JSON.stringify(name)}:${row[index]}`)
    return EJSON.parse(`{${members.join(',')}}`, { relaxed: false }) as Document
  })
}

const readMark = (document: Document) => String(document[MARK])

function toRow({ columns }: AwkwardTable, document: Document): StoredRow {
  const texts = new Map(
    columns.map(({ name, field }) => {
      const value: unknown = Object.hasOwn(document, name) ? document[name] : null
      return [field, value === null ? null : EJSON.stringify(value, { relaxed: false })]
    }),
  )
  return { mark: readMark(document), texts, identities: texts }
}

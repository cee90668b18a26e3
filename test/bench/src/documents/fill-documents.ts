import type { MongoClient } from 'mongodb'
import { batches, recipes } from './documents.js'
import { DATABASE } from './mongo-address.js'

/** Changes whenever the data do: a database with another mark is made again. */
const MARK = 'document data 1'
const BATCH = 5_000

/** Makes the database, unless it is there. */
export async function ensureDocuments(
  client: MongoClient,
  progress: (text: string) => void,
): Promise<void> {
  // Beside the data, so that it is no collection of theirs.
  const marks = client.db(`${DATABASE}_mark`).collection<{ _id: string }>('marks')
  if (await marks.findOne({ _id: MARK })) return
  const db = client.db(DATABASE)
  await db.dropDatabase()
  for (const recipe of recipes) {
    const collection = db.collection(recipe.collection)
    let done = 0
    for (const documents of batches(recipe, BATCH)) {
      await collection.insertMany(documents)
      done += documents.length
      if (done % 100_000 === 0) {
        progress(`making ${DATABASE}: ${done} of ${recipe.count} ${recipe.collection}`)
      }
    }
    for (const index of recipe.indexes) {
      progress(`making ${DATABASE}: index on ${Object.keys(index)} of ${recipe.collection}`)
      await collection.createIndex(index)
    }
  }
  await marks.deleteMany({})
  await marks.insertOne({ _id: MARK })
}

/**
 * The databases whose structure `npm run update-typings` reads, by names of your choice. Keep
 * passwords in .env. Where two databases have collections of the same name, give one of them a
 * `datasourceSuffix`, which is appended to all of its names.
 *
 * @returns {Record<string, {
 *   connectionOptions:
 *     | import('@service/forest-cloud').SqlConnectionParams
 *     | import('@service/forest-cloud').MongoConnectionParams
 *     | undefined,
 *   datasourceSuffix?: string,
 * }>}
 */
export default function datasources() {
  return {}
}

import { getRecordTitle } from '../../core/record/record-title.js'
import { type RecordSource, useRecord } from '../../data/use-record.js'

/** The title of a record; its id until more is known. It reads what `RecordDetails` reads. */
export function RecordTitle(source: RecordSource) {
  const { data } = useRecord(source)
  return data ? getRecordTitle(data, source.collection) : source.id
}

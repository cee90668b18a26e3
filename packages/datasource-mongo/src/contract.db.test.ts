import { describeDataSource } from '@service/datasource-toolkit/testing'
import { isLongRun } from '@service/test-support'
import { describe, inject } from 'vitest'
import { openTables } from './testing/index.js'

const url = inject('mongoUrl')
let databases = 0

describe.skipIf(!url)('MongoDB server', () => {
  describeDataSource(
    'MongoDB',
    tables => openTables(url as string, `mongo_contract_${process.pid}_${databases++}`, tables),
    { without: ['foreignKeys', 'microseconds'], fewOperands: !isLongRun },
  )
})

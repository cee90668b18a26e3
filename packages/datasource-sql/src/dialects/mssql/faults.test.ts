import { describe, expect, it } from 'vitest'
import { toFault } from './faults.js'

const fault = (number: number | undefined, message: string, code?: string) =>
  toFault(Object.assign(new Error(message), { number, code }))

describe('faults of SQL Server', () => {
  it('names the constraint that a duplicate breaks', () => {
    expect(
      fault(
        2627,
        "Violation of UNIQUE KEY constraint 'UQ_Code'. Cannot insert duplicate key in object 'dbo.T'.",
      ),
    ).toEqual({ kind: 'unique', constraint: 'UQ_Code' })
    expect(
      fault(
        2601,
        "Cannot insert duplicate key row in object 'dbo.T' with unique index 'IX_Code'. The duplicate key value is (a).",
      ),
    ).toEqual({ kind: 'unique', constraint: 'IX_Code' })
  })

  it('distinguishes a foreign key from a check', () => {
    const foreignKey =
      'The INSERT statement conflicted with the FOREIGN KEY constraint "FK_Customer". The conflict ' +
      'occurred in database "shop", table "dbo.Customers", column \'Id\'.'
    expect(fault(547, foreignKey)).toEqual({ kind: 'foreignKey', constraint: 'FK_Customer' })
    const reference = 'The DELETE statement conflicted with the REFERENCE constraint "FK_Customer".'
    expect(fault(547, reference)).toEqual({ kind: 'foreignKey', constraint: 'FK_Customer' })
    const check = 'The INSERT statement conflicted with the CHECK constraint "CK_Price".'
    expect(fault(547, check)).toEqual({ kind: 'check', constraint: 'CK_Price' })
  })

  it('names the column that is null or too long', () => {
    expect(
      fault(515, "Cannot insert the value NULL into column 'Name', table 'shop.dbo.T'; fails."),
    ).toEqual({ kind: 'notNull', columns: ['Name'] })
    expect(
      fault(2628, "String or binary data would be truncated in table 'T', column 'Code'."),
    ).toEqual({ kind: 'tooLong', columns: ['Code'] })
  })

  it('knows deadlocks, timeouts and lost connections', () => {
    expect(fault(1205, 'was deadlocked')?.kind).toBe('conflict')
    expect(fault(undefined, 'Timeout: Request failed', 'ETIMEOUT')?.kind).toBe('timeout')
    expect(fault(undefined, 'Connection lost', 'ESOCKET')?.kind).toBe('unavailable')
    expect(fault(undefined, 'read', 'ECONNRESET')?.kind).toBe('unavailable')
  })

  it('leaves a defect of ours alone', () => {
    expect(fault(207, "Invalid column name 'x'.")).toBeUndefined()
    expect(fault(undefined, 'x is not a function')).toBeUndefined()
  })
})

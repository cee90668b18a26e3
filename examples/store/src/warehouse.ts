// #region warehouse
import { createMemoryDataSource } from '@service/datasource-memory'
import { sizes } from './demo-data.js'

/** The warehouse's own system: which product lies on which shelf, and when its chip was scanned. */
export const warehouse = createMemoryDataSource({
  shelves: {
    columns: {
      code: { type: 'String', isPrimaryKey: true },
      product_id: 'Number',
      chip: 'Binary',
    },
    unique: [['product_id']],
    records: Array.from({ length: sizes.products }, (_, index) => ({
      code: `${'ABCDE'[index % 5]}-${String(index + 1).padStart(3, '0')}`,
      product_id: index + 1,
      chip: Uint8Array.of(0xc4, 0x1f, index >> 8, index & 255),
    })),
  },
  scans: {
    columns: {
      id: { type: 'Number', isPrimaryKey: true, isGenerated: true },
      shelf_code: 'String',
      scanned_at: 'Date',
    },
    records: [
      { id: 1, shelf_code: 'A-001', scanned_at: '2026-01-05T08:00:00.000Z' },
      { id: 2, shelf_code: 'A-001', scanned_at: '2026-02-05T08:00:00.000Z' },
    ],
  },
})
// #endregion

import { chooseRounds } from '@service/test-support'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getCellKey } from '../../../../panel/src/core/rights/rights-cells.js'
import {
  applyRightsChanges,
  listRightsChanges,
  type RightsChange,
} from '../../../../panel/src/core/rights/rights-difference.js'
import type { RightsDocument } from '../../../../panel/src/core/rights/rights-document.js'
import {
  editRole,
  emptyDraft,
  listRightsToSave,
  type StoredRights,
} from '../../../../panel/src/core/rights/rights-draft.js'
import {
  documents,
  makeEdits,
  manyEdits,
  tidy,
} from '../../../../panel/src/core/testing/random-rights.js'
import { ask } from '../../testing/ask.js'
import { useTestProject } from '../../testing/use-test-project.js'

/** No collection of the service can have this name: it refuses a document that has one. */
const hasProto = ({ collections }: RightsDocument) => Object.hasOwn(collections, '__proto__')

/** The store keeps no order of names. */
const byCell = (changes: readonly RightsChange[]) =>
  new Map(changes.map(change => [getCellKey(change.cell), change]))

describe('rights that the panel saves', () => {
  const suite = useTestProject()

  it('are what its review showed, made on what was stored', async () => {
    const { project, service, headers } = suite
    const path = `/api/projects/${project.id}/environments/${project.environment.id}`
    const read = async (): Promise<StoredRights> => {
      const { body } = await ask(service.url, 'GET', `${path}/rights`, { headers })
      return body.data.find(({ role }: StoredRights) => role.id === project.role.id)
    }
    const write = (rights: RightsDocument, tag: string) =>
      ask(service.url, 'PUT', `${path}/roles/${project.role.id}/rights`, {
        headers: { ...headers, 'if-match': `"${tag}"` },
        body: rights,
      })
    await fc.assert(
      fc.asyncProperty(documents, manyEdits, async (before, edits) => {
        fc.pre(!hasProto(before))
        expect((await write(before, (await read()).tag)).body.message).toBeUndefined()
        const stored = await read()
        expect(tidy(stored.rights)).toEqual(tidy(before))
        const draft = editRole(emptyDraft, stored, rights => makeEdits(rights, edits))
        const [saved] = listRightsToSave(draft)
        if (saved && hasProto(saved.rights)) {
          expect((await write(saved.rights, saved.tag)).body.code).toBe('invalid_body')
          expect(await read()).toEqual(stored)
          return
        }
        if (saved) expect((await write(saved.rights, saved.tag)).status).toBe(200)
        const shown = saved?.changes ?? []
        const now = await read()
        expect(tidy(now.rights)).toEqual(applyRightsChanges(stored.rights, shown))
        expect(tidy(now.rights)).toEqual(tidy(makeEdits(before, edits)))
        expect(byCell(listRightsChanges(stored.rights, now.rights))).toEqual(byCell(shown))
      }),
      { numRuns: chooseRounds(20, 250) },
    )
  })
})

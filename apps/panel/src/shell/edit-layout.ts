import type { Place } from '../core/places/find-place.js'
import { setLayoutEditing } from '../data/layout-editing.js'

/** Whether the person may change how the team sees its data. */
export const mayEditLayout = ({ project }: Place): boolean =>
  project.permissionLevel !== 'user' && project.permissionLevel !== 'manager'

/** Begins to edit the layout of a place. */
export const editLayout = ({ team }: Place): void =>
  setLayoutEditing({ renderingId: team.renderingId })

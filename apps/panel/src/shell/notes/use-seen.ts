import { type RefObject, useEffect } from 'react'
import { listMentioning } from '../../core/notes/list-mentioning.js'
import type { Note } from '../../core/notes/note.js'
import { useMarkSeen, useMentions } from '../../data/use-mentions.js'
import { useNoteReader } from '../../data/use-notes.js'

/** Long enough to be read rather than passed. */
const readingTime = 1_500

/** Marks the mentions of a thread as seen when it has been on the screen for a moment. */
export function useSeen(element: RefObject<HTMLElement | null>, note: Note): void {
  const { id } = useNoteReader()
  const mentioning = listMentioning(note, id)
  const { mentions } = useMentions({ isUnseenOnly: true, isWanted: mentioning.length > 0 })
  const unseen = mentioning.filter(messageId => mentions?.some(each => each.id === messageId))
  const key = unseen.join()
  const markSeen = useMarkSeen()
  useEffect(() => {
    const { current } = element
    if (key === '' || !current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(entries => {
      clearTimeout(timer)
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      // When this fails they stay unseen: the next visit marks them.
      timer = setTimeout(() => {
        void markSeen({ ids: key.split(',').map(Number) }).catch(() => {})
      }, readingTime)
    })
    observer.observe(current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, key, markSeen])
}

import { useCallback } from 'react'
import type { Run } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Wall } from '../ui/media/wall.tsx'
import { usePages } from '../ui/table/use-pages.ts'

/** The minted NFTs of a run, as pictures, newest first; nothing for a run without pictures. */
export function RunWall({ run }: { run: Run }) {
  const api = useApi()
  const total = run.counts.succeeded
  const pages = usePages([...keys.runRows(run.id), 'wall'], (offset, limit) =>
    api.runRows(run.id, { state: 'succeeded', offset, limit }),
  )
  const at = useCallback(
    (place: number) => {
      const row = pages.rowAt(place)
      return row && { src: row.picture ?? '', name: row.name }
    },
    [pages.rowAt],
  )
  if (total === 0 || run.pictures.length === 0) return null
  return <Wall label="Pictures of what was minted, newest first" total={total} at={at} onRange={pages.onRange} />
}

import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Import } from '../../../../shared/app-api.ts'
import { type MediaFile, placeMedia } from '../../../../shared/media/media-files.ts'
import { collectionFor, fileChainOf } from '../../../../shared/spreadsheet/file-chain.ts'
import type { SheetHead } from '../../../../shared/spreadsheet/preview.ts'
import type { Api } from '../../api/api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { sentence } from '../../ui/failure.tsx'
import { useMintStore } from '../mint-store.ts'
import { firstRows } from '../use-import-rows.ts'
import { whenChecked } from '../when-checked.ts'
import { asFile, baseName, openDropped, sortDropped } from './dropped.ts'
import { readPreview } from './preview.ts'

const sentAtOnce = 4

async function sendMedia(
  api: Api,
  id: string,
  media: ReadonlyMap<string, MediaFile>,
  onSent: () => void,
): Promise<void> {
  const waiting = [...media]
  const sender = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await api.addMedia(id, next[0], await next[1].blob())
      onSent()
    }
  }
  await Promise.all(Array.from({ length: sentAtOnce }, sender))
}

/** Takes dropped files: previews the spreadsheet at once while it goes to the core; adds media alone to the open import. */
export function useUpload(importId: string | null) {
  const api = useApi()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const { set } = useMintStore.getState()

  const addMedia = async (id: string, dropped: ReadonlyMap<string, MediaFile>, cells: string[]): Promise<void> => {
    const store = useMintStore.getState()
    const media = placeMedia(dropped, cells)
    set({ media: new Map([...store.media, ...media]), mediaSent: 0 })
    await sendMedia(api, id, media, () => set({ mediaSent: useMintStore.getState().mediaSent + 1 }))
    await whenChecked(queries, id)
    // Checks the rows again, now that the core has the files they name.
    await api.patchImport(id, {})
    void queries.invalidateQueries({ queryKey: keys.import(id) })
    void queries.invalidateQueries({ queryKey: keys.importRows(id) })
  }

  /** The collection for a file: the one that was used last, or one on the chain of the file's addresses. */
  const collectionOf = async ({ columns, rows }: SheetHead): Promise<string> => {
    const wanted = useMintStore.getState().collectionId
    const addresses = fileChainOf(
      columns,
      rows.map(({ cells }) => cells),
    )
    if (addresses === null) return wanted
    const all = await queries.fetchQuery({ queryKey: keys.collections, queryFn: api.collections, staleTime: 60_000 })
    const open = all.filter(({ id, unavailable }) => unavailable === null || id === wanted)
    return collectionFor(addresses, open, wanted)?.id ?? wanted
  }

  const start = async (sheet: File, media: ReadonlyMap<string, MediaFile>): Promise<void> => {
    const upload = { file: sheet, preview: null, error: null }
    set({ upload, media: new Map(), mediaSent: 0, importId: null })
    const current = () => useMintStore.getState().upload?.file === sheet
    const previewed = readPreview(sheet)
    void previewed.then((preview) => {
      const now = useMintStore.getState().upload
      if (now && current()) set({ upload: { ...now, preview } })
    })
    try {
      const made = await api.createImport(sheet, await collectionOf(await previewed))
      replaceAnswer<Import>(queries, keys.import(made.id), made)
      void queries.invalidateQueries({ queryKey: keys.imports })
      if (!current()) return
      set({ importId: made.id, upload: null })
      go(`/mint/${made.id}`)
      if (media.size > 0) await addMedia(made.id, media, cellsOf(await previewed))
    } catch (error) {
      const now = useMintStore.getState().upload
      if (now && current()) set({ upload: { ...now, error } })
      else sayNotTaken(error)
    }
  }

  const take = async (files: readonly File[]): Promise<void> => {
    const { sheet, leftAside, media } = sortDropped(await openDropped(files))
    // Files added to an open import are its media: a text among the images is no spreadsheet to open instead.
    if (importId && media.size > 0)
      return addMedia(importId, media, cellsOf(await queries.fetchQuery(firstRows(api, importId))))
    if (leftAside.length > 0) {
      const names = leftAside.map(({ path }) => baseName(path)).join(', ')
      notifications.show({
        title: 'One spreadsheet at a time',
        message: `${baseName(sheet?.path ?? '')} is opened; ${names} is left aside. Drop it when this one is minted.`,
      })
    }
    if (sheet) await start(await asFile(sheet), media)
    else if (files.length > 0)
      notifications.show({
        color: 'red',
        title: 'No spreadsheet among these files',
        message: 'Drop an Excel, OpenDocument, CSV or TSV file first, or together with the images.',
      })
  }
  return (files: readonly File[]): void => void take(files).catch(sayNotTaken)
}

function cellsOf({ rows }: { rows: readonly { cells: readonly string[] }[] }): string[] {
  return rows.flatMap(({ cells }) => cells)
}

function sayNotTaken(error: unknown): void {
  notifications.show({
    color: 'red',
    title: 'Not all files were taken in',
    message: `${sentence(error)} Nothing was minted. Add the pictures again.`,
  })
}

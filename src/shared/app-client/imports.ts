import { z } from 'zod'
import {
  type Cure,
  curePreview,
  finding,
  type ImportPatch,
  importRow,
  importRows,
  importState,
  linkTrial,
  type rowQuery,
  sample,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import type { SheetFormat } from '../spreadsheet/sheet-file.ts'
import { query, seg } from './paths.ts'

/** How a file is to be read and checked. */
export interface NewImport {
  name: string
  collectionId: string
  again?: boolean
  /** Whether all columns that are no field of ours become traits, or these. */
  otherColumnsAsTraits?: boolean
  traits?: string[]
  /** The sheet of a workbook; without it the usual one. */
  sheet?: string | undefined
  /** What becomes of hidden rows and columns. */
  hidden?: 'mint' | 'skip' | undefined
}

/** Spreadsheets that are checked, their rows and media. */
export function importCalls({ get, send }: Caller) {
  const path = (id: string) => `/app/imports/${seg(id)}`
  return {
    samples: () => get(z.array(sample), '/app/samples'),
    /** A spreadsheet that comes with the app, as it comes. */
    sampleFile: (name: string) => send(`/app/samples/${seg(name)}`),
    /** A file that a person opened with the desktop app, as it is on the disk; once. */
    openedFile: (id: string) => send(`/app/opened-files/${seg(id)}`),
    /** A spreadsheet to begin with, as it comes. */
    templateFile: () => send('/app/samples/template.csv'),

    imports: () => get(z.array(importState), '/app/imports'),
    importOf: (id: string, signal?: AbortSignal) => get(importState, path(id), { signal }),
    createImport: (file: Blob, { traits = [], ...options }: NewImport, signal?: AbortSignal) =>
      get(
        importState,
        `/app/imports${query({ ...options, traits: traits.length === 0 ? '' : JSON.stringify(traits) })}`,
        { method: 'POST', bytes: file, signal },
      ),
    /** `file` is what the spreadsheet names by `relative`. */
    addMedia: async (id: string, relative: string, file: Blob, signal?: AbortSignal) => {
      await send(`${path(id)}/media${query({ path: relative })}`, { method: 'PUT', bytes: file, signal })
    },
    /** Checks again; with nothing to change too. */
    patchImport: (id: string, patch: ImportPatch, signal?: AbortSignal) =>
      get(importState, path(id), { method: 'PATCH', json: patch, signal }),
    dropImport: (id: string) => send(path(id), { method: 'DELETE' }),

    /** How far its links to pictures are tried; begins it, and is asked every few seconds for as long as it is to go on. */
    tryLinks: (id: string, again = false) => get(linkTrial, `${path(id)}/links`, { method: 'POST', json: { again } }),
    /** The first 100 of all where nothing is said. */
    importRows: (id: string, rows: Partial<z.output<typeof rowQuery>>, signal?: AbortSignal) =>
      get(importRows, `${path(id)}/rows${query({ ...rows })}`, { signal }),
    /** @param column its place from 0 */
    editCell: (id: string, row: number, column: number, value: string) =>
      get(importRow, `${path(id)}/rows/${row}`, { method: 'PATCH', json: { column, value } }),
    /** What a cure would change; nothing is changed. */
    previewCure: (id: string, cure: Cure, signal?: AbortSignal) =>
      get(curePreview, `${path(id)}/cure${query({ ...cure })}`, { signal }),
    /** Cures every cell of a column that has a finding. */
    cure: (id: string, cure: Cure) => get(importState, `${path(id)}/cure`, { method: 'POST', json: cure }),
    /** Takes the last correction back. */
    undoCorrection: (id: string) => get(importState, `${path(id)}/undo`, { method: 'POST' }),
    /** All findings, one by one. */
    async *findings(id: string, signal: AbortSignal) {
      const answer = await send(`${path(id)}/findings.jsonl`, { signal })
      for await (const line of linesOf(answer)) yield finding.parse(JSON.parse(line))
    },
    /** The rows with errors, as a file. */
    importErrors: (id: string, { format = 'csv' }: { format?: SheetFormat } = {}) =>
      send(`${path(id)}/errors.${format}`),
  }
}

async function* linesOf(answer: Response): AsyncGenerator<string> {
  if (answer.body === null) return
  let rest = ''
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}

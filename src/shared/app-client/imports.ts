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

/** Options for reading and checking a file. */
export interface NewImport {
  name: string
  collectionId: string
  again?: boolean
  /** Whether columns without a field become traits, unless they look personal; `traits`: headers that do in any case. */
  otherColumnsAsTraits?: boolean
  traits?: string[]
  /** The sheet of a workbook; default: the usual one. */
  sheet?: string | undefined
  /** How to handle hidden rows and columns. */
  hidden?: 'mint' | 'skip' | undefined
}

/** Imports, their rows and media. */
export function importCalls({ get, send }: Caller) {
  const path = (id: string) => `/app/imports/${seg(id)}`
  return {
    samples: () => get(z.array(sample), '/app/samples'),
    /** A spreadsheet that comes with the app, unchanged. */
    sampleFile: (name: string) => send(`/app/samples/${seg(name)}`),
    /** A file that a person opened with the desktop app, as it is on disk; can be fetched once. */
    openedFile: (id: string) => send(`/app/opened-files/${seg(id)}`),
    /** A template to start a spreadsheet from. */
    templateFile: () => send('/app/samples/template.csv'),

    imports: () => get(z.array(importState), '/app/imports'),
    importOf: (id: string, signal?: AbortSignal) => get(importState, path(id), { signal }),
    createImport: (file: Blob, { traits = [], ...options }: NewImport, signal?: AbortSignal) =>
      get(
        importState,
        `/app/imports${query({ ...options, traits: traits.length === 0 ? '' : JSON.stringify(traits) })}`,
        { method: 'POST', bytes: file, signal },
      ),
    /** Adds the file that the spreadsheet names as `relative`. */
    addMedia: async (id: string, relative: string, file: Blob, signal?: AbortSignal) => {
      await send(`${path(id)}/media${query({ path: relative })}`, { method: 'PUT', bytes: file, signal })
    },
    /** Checks again, even with an empty patch. */
    patchImport: (id: string, patch: ImportPatch, signal?: AbortSignal) =>
      get(importState, path(id), { method: 'PATCH', json: patch, signal }),
    dropImport: (id: string) => send(path(id), { method: 'DELETE' }),

    /** Starts trying its links to pictures, and returns the progress. The trial runs while this is called every few seconds. */
    tryLinks: (id: string, again = false) => get(linkTrial, `${path(id)}/links`, { method: 'POST', json: { again } }),
    /** Without options, the first 100 of all rows. */
    importRows: (id: string, rows: Partial<z.output<typeof rowQuery>>, signal?: AbortSignal) =>
      get(importRows, `${path(id)}/rows${query({ ...rows })}`, { signal }),
    /** @param column its index from 0 */
    editCell: (id: string, row: number, column: number, value: string) =>
      get(importRow, `${path(id)}/rows/${row}`, { method: 'PATCH', json: { column, value } }),
    /** What a cure would change; changes nothing. */
    previewCure: (id: string, cure: Cure, signal?: AbortSignal) =>
      get(curePreview, `${path(id)}/cure${query({ ...cure })}`, { signal }),
    /** Cures every cell of a column that has a finding. */
    cure: (id: string, cure: Cure) => get(importState, `${path(id)}/cure`, { method: 'POST', json: cure }),
    /** Undoes the last correction. */
    undoCorrection: (id: string) => get(importState, `${path(id)}/undo`, { method: 'POST' }),
    /** Yields all findings. */
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

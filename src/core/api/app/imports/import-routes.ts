import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  cellEdit,
  cure,
  curePreview,
  importOptions,
  importPatch,
  importRow,
  importRows,
  importState,
  linkQuestion,
  linkTrial,
  rowQuery,
  type Scope,
} from '../../../../shared/app-api.ts'
import { largestMedia } from '../../../../shared/media/media-files.ts'
import { sheetFormats } from '../../../../shared/spreadsheet/sheet-file.ts'
import type { AppContext, ProjectOf } from '../context.ts'
import { type KeyImports, refuseKeys } from './key-imports.ts'
import { sendSheet } from './sheet-reply.ts'
import { acceptFiles, largestFile, placeInside, receiveFile } from './upload.ts'

/** The folder in the data folder for files that are being sent; what a killed core left there is useless. */
export const uploads = 'uploads'

const byId = z.object({ id: z.string() })
/** Routes that programs call, too: for their own imports, with a key that may mint. */
const forKeys: { scopes: readonly Scope[] } = { scopes: ['nfts.create'] }
const newImport = z.object({
  name: z.string().min(1).max(255),
  collectionId: z.string(),
  otherColumnsAsTraits: z.stringbool().optional(),
  /** JSON: a list of headers. */
  traits: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('This is no JSON.')
        return z.NEVER
      }
    })
    .pipe(importOptions.shape.traits)
    .optional(),
  duplicates: importOptions.shape.duplicates.optional(),
  again: z.stringbool().optional(),
  hidden: importOptions.shape.hidden.optional(),
  sheet: z.string().max(255).optional(),
})

/** Uploads, checks and corrections of spreadsheets. The importer handles the rows; this is its HTTP side. */
export function importRoutes(
  { imports, linkTrials, dataDir }: AppContext,
  projectOf: ProjectOf,
  { add, own }: KeyImports,
): FastifyPluginAsyncZod {
  return async (app) => {
    acceptFiles(app)

    app.post(
      '/imports',
      { config: forKeys, schema: { querystring: newImport, response: { 200: importState } } },
      async (request) => {
        const { name, collectionId, sheet, ...options } = request.query
        const folder = join(dataDir, uploads, randomUUID())
        const file = join(folder, 'file')
        const forget = () => rm(folder, { recursive: true, force: true })
        try {
          await receiveFile(request.body, file, largestFile)
          const started = await imports.start({
            projectId: projectOf(request).id,
            collectionId,
            file,
            name,
            sheet,
            options: given(options),
          })
          // The file is read only while it is checked.
          imports.done(started.id).then(forget, forget)
          await add(request, started.id)
          return started
        } catch (error) {
          await forget()
          throw error
        }
      },
    )

    app.get('/imports', { schema: { response: { 200: z.array(importState) } } }, (request) =>
      imports.list(projectOf(request).id),
    )

    app.get(
      '/imports/:id',
      { config: forKeys, schema: { params: byId, response: { 200: importState } } },
      async (request) => imports.get(await own(request, request.params.id)),
    )

    app.patch(
      '/imports/:id',
      { config: forKeys, schema: { params: byId, body: importPatch, response: { 200: importState } } },
      async (request) => {
        // The column map is remembered for the next file with the same header, which may be a person's.
        if (Object.keys(request.body).length > 0) refuseKeys(request, 'change how a file is read')
        return imports.recheck(await own(request, request.params.id), request.body)
      },
    )

    app.delete('/imports/:id', { config: forKeys, schema: { params: byId } }, async (request, reply) => {
      linkTrials.forget(request.params.id)
      await imports.remove(await own(request, request.params.id))
      return reply.code(204).send()
    })

    app.put(
      '/imports/:id/media',
      { config: forKeys, schema: { params: byId, querystring: z.object({ path: z.string() }) } },
      async (request, reply) => {
        const folder = await imports.mediaDir(await own(request, request.params.id))
        await receiveFile(request.body, placeInside(folder, request.query.path), largestMedia)
        return reply.code(204).send()
      },
    )

    app.get(
      '/imports/:id/rows',
      { config: forKeys, schema: { params: byId, querystring: rowQuery, response: { 200: importRows } } },
      async (request) => imports.listRows(await own(request, request.params.id), request.query),
    )

    app.patch(
      '/imports/:id/rows/:row',
      {
        schema: {
          params: byId.extend({ row: z.coerce.number().int() }),
          body: cellEdit,
          response: { 200: importRow },
        },
      },
      async (request) => {
        const { column, value } = request.body
        return imports.correctCell(await own(request, request.params.id), request.params.row, column, value)
      },
    )

    app.get(
      '/imports/:id/cure',
      { schema: { params: byId, querystring: cure, response: { 200: curePreview } } },
      async (request) => imports.previewCure(await own(request, request.params.id), request.query),
    )

    app.post(
      '/imports/:id/cure',
      { schema: { params: byId, body: cure, response: { 200: importState } } },
      async (request) => imports.cure(await own(request, request.params.id), request.body),
    )

    app.post(
      '/imports/:id/links',
      { schema: { params: byId, body: linkQuestion, response: { 200: linkTrial } } },
      async (request) => linkTrials.look(await own(request, request.params.id), request.body.again),
    )

    app.post('/imports/:id/undo', { schema: { params: byId, response: { 200: importState } } }, async (request) =>
      imports.undo(await own(request, request.params.id)),
    )

    for (const format of sheetFormats)
      app.get(`/imports/:id/errors.${format}`, { schema: { params: byId } }, async (request, reply) => {
        const id = await own(request, request.params.id)
        const { name } = await imports.get(id)
        return sendSheet(reply, imports.exportErrors(id), { name, what: 'errors', format })
      })

    app.get('/imports/:id/findings.jsonl', { config: forKeys, schema: { params: byId } }, async (request, reply) => {
      const id = await own(request, request.params.id)
      return reply
        .type('application/jsonl; charset=utf-8')
        .send(Readable.from(lines(imports.findings(id)), { objectMode: false }))
    })
  }
}

async function* lines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

/** Removes undefined options, so that the importer's own defaults apply. */
function given<Options extends object>(options: Options): { [Key in keyof Options]?: NonNullable<Options[Key]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Options]?: NonNullable<Options[Key]>
  }
}

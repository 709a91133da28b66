import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  cellEdit,
  fixRequest,
  importOptions,
  importPatch,
  importRow,
  importRows,
  importState,
  type Project,
  rowQuery,
} from '../../../shared/app-api.ts'
import { largestMedia } from '../../../shared/media-files.ts'
import { CoreError } from '../../lib/errors.ts'
import type { AppContext, ProjectOf } from './context.ts'
import { acceptFiles, largestFile, placeInside, receiveFile } from './upload.ts'

/** The folder of files that are being sent, in the data folder; what a killed core left there is of no use. */
export const uploads = 'uploads'

const byId = z.object({ id: z.string() })
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
})

/** Spreadsheets come in, are checked and corrected. What happens to their rows is the importer's; this is its HTTP side. */
export function importRoutes({ imports, dataDir }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  /** @throws CoreError `import.notFound` for another project's too. */
  const own = async (project: Project, id: string): Promise<string> => {
    if ((await imports.projectOf(id)) === project.id) return id
    throw new CoreError('import.notFound', `There is no import ${id}: give the file again.`)
  }

  return async (app) => {
    acceptFiles(app)

    app.post('/imports', { schema: { querystring: newImport, response: { 200: importState } } }, async (request) => {
      const { name, collectionId, ...options } = request.query
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
          options: given(options),
        })
        // The file is read while it is checked, and not needed after that.
        imports.done(started.id).then(forget, forget)
        return started
      } catch (error) {
        await forget()
        throw error
      }
    })

    app.get('/imports', { schema: { response: { 200: z.array(importState) } } }, (request) =>
      imports.list(projectOf(request).id),
    )

    app.get('/imports/:id', { schema: { params: byId, response: { 200: importState } } }, async (request) =>
      imports.get(await own(projectOf(request), request.params.id)),
    )

    app.patch(
      '/imports/:id',
      { schema: { params: byId, body: importPatch, response: { 200: importState } } },
      async (request) => imports.recheck(await own(projectOf(request), request.params.id), request.body),
    )

    app.delete('/imports/:id', { schema: { params: byId } }, async (request, reply) => {
      await imports.remove(await own(projectOf(request), request.params.id))
      return reply.code(204).send()
    })

    app.put(
      '/imports/:id/media',
      { schema: { params: byId, querystring: z.object({ path: z.string() }) } },
      async (request, reply) => {
        const folder = await imports.mediaDir(await own(projectOf(request), request.params.id))
        await receiveFile(request.body, placeInside(folder, request.query.path), largestMedia)
        return reply.code(204).send()
      },
    )

    app.get(
      '/imports/:id/rows',
      { schema: { params: byId, querystring: rowQuery, response: { 200: importRows } } },
      async (request) => imports.listRows(await own(projectOf(request), request.params.id), request.query),
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
        return imports.correctCell(await own(projectOf(request), request.params.id), request.params.row, column, value)
      },
    )

    app.post(
      '/imports/:id/fix',
      { schema: { params: byId, body: fixRequest, response: { 200: importState } } },
      async (request) => {
        const { rule, column } = request.body
        return imports.fix(await own(projectOf(request), request.params.id), rule, column)
      },
    )

    app.get('/imports/:id/errors.csv', { schema: { params: byId } }, async (request, reply) => {
      const id = await own(projectOf(request), request.params.id)
      const { name } = await imports.get(id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(name, 'errors'))
        .send(Readable.from(imports.exportErrors(id), { objectMode: false }))
    })

    app.get('/imports/:id/findings.jsonl', { schema: { params: byId } }, async (request, reply) => {
      const id = await own(projectOf(request), request.params.id)
      return reply
        .type('application/jsonl; charset=utf-8')
        .send(Readable.from(lines(imports.findings(id)), { objectMode: false }))
    })
  }
}

async function* lines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

/** `Content-Disposition` for a file that goes with one of this name: `badges.csv` and `errors` give `badges-errors.csv`. */
export function attachment(name: string, what: string): string {
  const base = `${name.replace(/\.[^.]*$/, '') || 'mintdesk'}-${what}.csv`
  const plain = base.replace(/[^\w.-]+/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(base).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
}

/** Leaves out what was not given, so that the importer's own defaults hold. */
function given<Options extends object>(options: Options): { [Key in keyof Options]?: NonNullable<Options[Key]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Options]?: NonNullable<Options[Key]>
  }
}
